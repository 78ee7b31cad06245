import{v as t}from"./index-DxksB-BB.js";function n(){const o=t.query.get("token")??"";return o&&t.set({token:void 0}),o}export{n as l};
