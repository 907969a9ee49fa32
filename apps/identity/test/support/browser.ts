export interface Answer {
  status: number
  headers: Headers
  body: string
  /** Absolute; null when the response is not a redirect. */
  location: string | null
}

export interface Browser {
  get(url: string, headers?: Record<string, string>): Promise<Answer>
  /** Submits a plain form, as a browser does from the page itself. */
  submit(url: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Answer>
}

interface Cookie {
  name: string
  value: string
  path: string
}

/** Keeps cookies by name and path and does not follow redirects. */
export function openBrowser(): Browser {
  const jar = new Map<string, Cookie>()
  async function ask(url: string, init: RequestInit & { headers: Record<string, string> }): Promise<Answer> {
    const { pathname } = new URL(url)
    const cookie = [...jar.values()]
      .filter(({ path }) => pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { accept: 'text/html', ...(cookie ? { cookie } : {}), ...init.headers },
    })
    for (const line of response.headers.getSetCookie()) keep(jar, line)
    const location = response.headers.get('location')
    return {
      status: response.status,
      headers: response.headers,
      body: await response.text(),
      location: location && new URL(location, url).href,
    }
  }
  return {
    get: (url, headers = {}) => ask(url, { headers }),
    submit: (url, fields, headers = {}) =>
      ask(url, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { origin: new URL(url).origin, 'sec-fetch-site': 'same-origin', ...headers },
      }),
  }
}

function keep(jar: Map<string, Cookie>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ')
  const [name = '', value = ''] = pair.split(/=(.*)/s)
  const attribute = (key: string): string | undefined =>
    attributes.find((one) => one.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1)
  const path = attribute('path') ?? '/'
  const expires = attribute('expires')
  if (expires && Date.parse(expires) < Date.now()) jar.delete(`${name} ${path}`)
  else jar.set(`${name} ${path}`, { name, value, path })
}
