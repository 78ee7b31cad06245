import{v as t}from"./index-UJ1RwG8l.js";function n(){const o=t.query.get("token")??"";return o&&t.set({token:void 0}),o}export{n as l};
