import { expect, test } from 'vitest'
import { withoutQueries } from './reporter.ts'

test('spec 7: an error report tells which address was asked, and nothing of what was searched for', () => {
  const circle: { itself?: unknown } = {}
  circle.itself = circle
  const report = {
    type: 'transaction',
    spans: [
      {
        description: 'GET http://localhost:3000/search/v1/search?q=%2B37251234567',
        data: { 'http.query': '?q=1', url: '/search/v1/search?q=1#top' },
      },
    ],
    message: 'Why? Because / was not found',
    request: { url: 'https://console.example/users/console?q=mari&open=1', query_string: 'q=mari' },
    at: 12.5,
    sdkProcessingMetadata: circle,
  }
  expect(withoutQueries(report)).toEqual({
    type: 'transaction',
    spans: [
      {
        description: 'GET http://localhost:3000/search/v1/search',
        data: { 'http.query': '', url: '/search/v1/search#top' },
      },
    ],
    message: 'Why? Because / was not found',
    request: { url: 'https://console.example/users/console', query_string: '' },
    at: 12.5,
    sdkProcessingMetadata: circle,
  })
})
