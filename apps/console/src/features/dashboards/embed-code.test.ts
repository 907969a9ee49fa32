import { expect, test } from 'vitest'
import { embedCode } from './embed-code.ts'

test('the code of a frame names the dashboard and escapes what would end its title', () => {
  expect(embedCode('Docks "A" & <B>', 'https://bikes.example/d?x=1&y=2')).toBe(
    '<iframe src="https://bikes.example/d?x=1&amp;y=2" title="Docks &quot;A&quot; &amp; &lt;B&gt;" width="100%" height="800" loading="lazy" style="border:0"></iframe>',
  )
})
