import{r as t}from"./index-B1_3VOAk.js";function n(){const o=t.query.get("token")??"";return o&&t.set({token:void 0}),o}export{n as l};
