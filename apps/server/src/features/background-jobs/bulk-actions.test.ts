import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { mark, marking, testRoutes, makeMarkingPlace, markingActions } from '../../../test/support/marking-place.ts'

let w: TestApp
let me: Caller
let ids: string[]
beforeAll(async () => {
  w = await testApp({}, testRoutes)
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ me, ids } = await makeMarkingPlace(w))
})

const { marks, markedEvents } = markingActions(() => ({ w, ids }))

describe('screens: what is done to many, at once', () => {
  test('each in its own transaction; one that may not be touched fails alone and is named', async () => {
    const foreign = await w.make.location(await w.make.organization())
    const answer = await me.call(mark, { body: { target: { ids: [ids[0]!, foreign, ids[1]!] }, text: 'x' } })
    expect(answer).toMatchObject({ status: 422, body: { results: [{ id: ids[0] }, { id: ids[1] }] } })
    expect(answer.body.error_results).toEqual([{ id: foreign, error_code: 'not_found', error_message: 'Not found' }])
    expect(await marks()).toBe('x,x,,,')
    const fine = await me.call(mark, { body: { target: { ids: ids.slice(2) }, text: 'x' } })
    expect(fine).toMatchObject({ status: 200, body: { background_job_id: null } })
  })

  test('repeated under one key it is done once, also after it broke off in the middle', async () => {
    const call = () =>
      me.call(mark, { body: { target: { ids }, text: 'x' }, headers: { 'idempotency-key': `bulk-${ids[0]}` } })
    marking.onItem = async (id) => {
      if (id === ids[2]) throw new Error('the process died here')
    }
    expect((await call()).status).toBe(500)
    expect(await marks()).toBe('x,x,,,')
    marking.onItem = async () => {}
    const first = await call()
    expect(first.status).toBe(200)
    expect((await call()).text).toBe(first.text)
    expect(await marks()).toBe('x,x,x,x,x')
    expect(await markedEvents()).toBe(5)
  })
})
