function c(t,o){const e=document.createElement("a");e.href=URL.createObjectURL(t),e.download=o,e.click(),setTimeout(()=>URL.revokeObjectURL(e.href),1e4)}export{c as d};
