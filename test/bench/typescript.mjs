import {existsSync} from 'node:fs';
import {registerHooks} from 'node:module';
import {fileURLToPath} from 'node:url';

// Node takes the types away by itself; that an import of `./a.js` means `./a.ts` here is all that it has to be told.
registerHooks({
  resolve(specifier, context, next) {
    const isOurs = /^\.\.?\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts') === true;
    const source = isOurs ? new URL(specifier.replace(/js$/, 'ts'), context.parentURL) : undefined;
    return next(source !== undefined && existsSync(fileURLToPath(source)) ? source.href : specifier, context);
  },
});
