/** Spec section 7 names authorize, token and logout; the others stand where clients of hosted providers look for them. */
export const paths = {
  authorize: '/oauth2/authorize',
  token: '/oauth2/token',
  revoke: '/oauth2/revoke',
  userInfo: '/oauth2/userInfo',
  logout: '/logout',
  jwks: '/.well-known/jwks.json',
  interaction: '/interaction',
  /** Pages beside the sign-in, the links of mails among them. */
  invitation: '/invitation',
  forgotten: '/forgotten',
  reset: '/reset',
  password: '/password',
  /** For the services API alone. */
  accounts: '/accounts',
} as const
