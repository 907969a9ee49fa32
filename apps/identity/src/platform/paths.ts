/**
 * Spec section 7 names authorize, token and logout; the others have the paths that clients of hosted providers expect.
 */
export const paths = {
  authorize: '/oauth2/authorize',
  token: '/oauth2/token',
  revoke: '/oauth2/revoke',
  userInfo: '/oauth2/userInfo',
  logout: '/logout',
  jwks: '/.well-known/jwks.json',
  interaction: '/interaction',
  /** Pages other than the sign-in, including those that mails link to. */
  invitation: '/invitation',
  forgotten: '/forgotten',
  reset: '/reset',
  password: '/password',
  security: '/security',
  /** For the services API only. */
  accounts: '/accounts',
  serviceClients: '/service-clients',
} as const
