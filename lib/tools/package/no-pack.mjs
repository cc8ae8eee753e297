// `npm pack` calls it: packing the checkout would bring everything that the pages are made from.
console.error('Run "npm run package": it builds the package and packs that.');
process.exitCode = 1;
