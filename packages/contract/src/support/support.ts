import { route } from '../route.ts'

/** Spec section 7: error reports go through the console's own API. The body is an envelope of the error-reporting service. */
export const reportError = route({
  method: 'POST',
  path: '/support/v1/error-reports',
  summary: 'Forward an error report of the console to the configured project',
  access: {
    public:
      'errors happen before anyone has signed in; only the configured project is spoken to, size and rate are bounded',
  },
})
