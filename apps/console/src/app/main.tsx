import '../lib/jitless.ts'

// Style elements that a dependency (the scroll lock of dialogs) writes by itself take their nonce from here.
Object.assign(globalThis, { __webpack_nonce__: document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce })

// Not a static import: the bundler may run the chunk of the contract's schemas before this file.
void import('./start.tsx')
