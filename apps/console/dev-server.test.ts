import { expect, test } from 'vitest'
import { isOfConsole } from './dev-server.ts'

const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test.each([
  ['/', page],
  ['/locations?q=a', page],
  ['/login?code=1&state=2', page],
  ['/src/app/main.tsx', { accept: '*/*' }],
  ['/@vite/client', { accept: '*/*' }],
  ['/live-versions.json', { accept: '*/*' }],
])('GET %s is answered by the development server of the console', (url, headers) => {
  expect(isOfConsole({ method: 'GET', url, headers })).toBe(true)
})

test.each([
  ['GET', '/location/v1/locations', page],
  ['GET', '/event/v1/stream', { accept: 'text/event-stream' }],
  ['POST', '/locations', page],
  ['GET', '/docs', page],
  ['GET', '/configs/prod.json', { accept: '*/*' }],
  ['GET', '/readyz', { accept: '*/*' }],
  ['GET', '/third-party-notices.txt', page],
])('%s %s is passed on to the services', (method, url, headers) => {
  expect(isOfConsole({ method, url, headers })).toBe(false)
})
