import { speak } from '../i18n/i18n.ts'

// Style elements that a dependency (the scroll lock of dialogs) writes by itself take their nonce from here.
Object.assign(globalThis, {
  __webpack_nonce__: document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce,
})

// Not a static import: words that stand in constants are said while their file is loaded.
void speak(navigator.languages).then(() => import('./start.tsx'))
