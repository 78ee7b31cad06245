import{r as t}from"./index-DYPVtY98.js";function n(){const o=t.query.get("token")??"";return o&&t.set({token:void 0}),o}export{n as l};
