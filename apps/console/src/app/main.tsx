import { speak } from '../i18n/i18n.ts'

// Style elements that a dependency (the scroll lock of dialogs) writes by itself take their nonce from here.
Object.assign(globalThis, {
  __webpack_nonce__: document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce,
})

// A dynamic import, because module constants are translated while their file is loaded, so the language must be set first.
void speak(navigator.languages).then(() => import('./start.tsx'))
