/**
 * The session as the console stores it (stores/auth-store.ts), with a token valid for hours, so that no renewal is
 * measured: what local storage holds of a person who is signed in.
 */
export function signedIn(accessToken: string, { id, email }: { id: string; email: string }): Record<string, string> {
  const expiresAt = Date.now() + 11 * 3_600_000
  const kept = { accessToken, email, sub: id, organizationId: null, expiresAt }
  const state = {
    refreshToken: 'kept',
    accessTokens: { 'console.user signin.user.admin': kept },
    codeVerifier: null,
    afterLoginPath: null,
  }
  return { 'wheelhouse.auth': JSON.stringify({ state, version: 0 }) }
}
