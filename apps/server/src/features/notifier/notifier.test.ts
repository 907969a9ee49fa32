import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { createNotifierSubscription, updateNotifierSubscription } from '@wheelhouse/contract/notifier/notifier.ts'
import type { Organization } from '../../../test/support/factories.ts'
import type { Caller } from '../../../test/support/test-app.ts'
import { mailOf, slackBody, teamsBody, titleOf } from './formats.ts'
import type { Payload } from './formats.ts'
import { makeFleet } from '../fleets/samples.ts'
import { makeSubscription } from '../subscriptions/samples.ts'
import { runNotifier } from './messages.ts'
import { signatureHeaders } from './signature.ts'
import {
  mayNotify,
  maySee,
  makeNotifierPlace,
  notifierActions,
  openNotifierApp,
} from '../../../test/support/notifier-place.ts'
import type { NotifierApp } from '../../../test/support/notifier-place.ts'

let w: NotifierApp
let ours: Organization
let operations: Caller
let location_id: string

beforeAll(async () => {
  w = await openNotifierApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ ours, operations, location_id } = await makeNotifierPlace(w))
})

const { hook, create, paramsOf, messages, round, happen } = notifierActions(() => ({
  w,
  ours,
  operations,
  location_id,
}))

describe('what a subscription is', () => {
  test.each([
    [
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: 1_614_265_330, body: '{"test": 2432232314}' },
      'g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    ],
    [
      'whsec_plJ3nmyCDGBKInavdOK15jsl',
      { id: 'msg_loFOjxBNrRLzqYUf', at: 1_731_705_121, body: '{"event_type":"ping","data":{"success":true}}' },
      'rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
    ],
  ])('Standard Webhooks: signatures as in the published examples', (secret, { id, at, body }, signature) => {
    expect(signatureHeaders({ id, at: new Date(at * 1000), body }, [secret])).toEqual({
      'webhook-id': id,
      'webhook-timestamp': String(at),
      'webhook-signature': `v1,${signature}`,
    })
  })

  test('the secret is shown once, kept sealed, and only webhooks have one', async () => {
    const { body } = await create()
    expect(body.secret).toMatch(/^whsec_/)
    const { rows } = await w.pool.query('select secret from notifier_subscriptions where id = $1', [body.id])
    expect(rows[0].secret).not.toContain(body.secret.slice(6))
    expect((await create({ messaging_type: 'slack' })).body.secret).toBeNull()
  })

  test.each([
    ['an inward address', { url: 'https://10.0.0.1/hook' }, 'inward_url'],
    ['the metadata service', { url: 'https://169.254.169.254/' }, 'inward_url'],
    ['no encryption', { url: 'http://1.1.1.1/hook' }, 'invalid_body'],
    ['another scheme', { url: 'ftp://1.1.1.1/' }, 'invalid_body'],
    ['a password in it', { url: 'https://me:secret@1.1.1.1/' }, 'invalid_body'],
    ['an email that is none', { messaging_type: 'email', url: 'mailto:nobody' }, 'invalid_body'],
    ['an event that is none', { event: 'sunrise' }, 'invalid_body'],
  ])('%s is refused when it is saved', async (_name, more, code) => {
    expect((await create(more)).body.error_code).toBe(code)
  })

  test('rights: who may not see the events of all locations of the organization sends none of them to an address', async () => {
    const reseller = await w.person([{ group_id: ours.reseller, needs: { ...mayNotify, ...maySee } }])
    const subscribe = (more: object = {}) =>
      reseller.send(createNotifierSubscription, { params: { organization_id: ours.id }, body: hook(more) })
    expect(await subscribe()).toMatchObject({
      status: 403,
      body: { error_code: 'forbidden', missing: 'GET on location', field: 'event' },
    })
    const sold = await w.make.location(null)
    await w.db.updateTable('locations').set({ reseller_id: ours.id }).where('id', '=', sold).execute()
    await w.make.members('location', sold, [ours.reseller])
    expect((await subscribe()).status).toBe(403)
    // An inbox shows each reader what that reader may see.
    expect((await subscribe({ messaging_type: 'in_app', url: '' })).status).toBe(200)
    await w.db.updateTable('locations').set({ owner_id: null }).where('id', '=', location_id).execute()
    expect((await subscribe()).status).toBe(200)
  })

  const reads: Needs = { payment: ['GET'] }
  test.each<[string, 'rental_fleet' | 'subscription', Needs, Needs, string]>([
    [
      'command_failed',
      'rental_fleet',
      { device: ['GETCMDSHISTORY'] },
      { rental_device: ['GETCMDSHISTORY'] },
      'GETCMDSHISTORY on rental_device',
    ],
    ['session_force_ended', 'rental_fleet', { session: ['GET'] }, { session: ['GET'] }, 'GET on session'],
    ['payment_needs_approval', 'rental_fleet', reads, reads, 'GET on payment'],
    ['payment_needs_approval', 'subscription', reads, reads, 'GET on payment'],
  ])(
    'rights: %s is sent to an address by who may see it in each %s, too',
    async (event, type, here, there, missing) => {
      const group = await w.make.group()
      if (type === 'rental_fleet') await makeFleet(w, ours, {}, [group])
      else await makeSubscription(w, ours.id, [group])
      const subscribe = async (beyond: Needs) => {
        const who = await w.person([
          { group_id: ours.owner, needs: { ...mayNotify, location: ['GET'], ...here } },
          { group_id: group, needs: beyond },
        ])
        return who.send(createNotifierSubscription, { params: { organization_id: ours.id }, body: hook({ event }) })
      }
      expect(await subscribe({ rental_fleet: ['GET'] })).toMatchObject({
        status: 403,
        body: { error_code: 'forbidden', missing, field: 'event' },
      })
      expect((await subscribe(there)).status).toBe(200)
    },
  )

  test('rights: an event that happens at locations alone asks nothing over fleets and subscriptions', async () => {
    await makeFleet(w, ours, {}, [await w.make.group()])
    await makeSubscription(w, ours.id, [await w.make.group()])
    expect((await create()).status).toBe(200)
  })

  test('the messaging type stays', async () => {
    const { body } = await create()
    const changed = await operations.send(updateNotifierSubscription, {
      params: paramsOf(body),
      body: hook({ messaging_type: 'slack' }),
      headers: { 'if-match': '"1"' },
    })
    expect(changed.body.error_code).toBe('messaging_type_fixed')
  })
})

describe('types of subscriptions', () => {
  test('aggregated events are gathered for ten minutes into one message', async () => {
    const { body: subscription } = await create({ type: 'aggregated' })
    await happen()
    w.clock.advance(300_000)
    await happen({ verb: 'cleared' })
    await round()
    expect(await messages(subscription)).toEqual([])
    w.clock.advance(300_000)
    await round()
    expect(await messages(subscription)).toMatchObject([{ events: 2 }])
  })

  test('a daily digest is sent at the hour of the installation', async () => {
    const { body: subscription } = await create({ type: 'daily_digest' })
    await happen()
    await round()
    expect(await messages(subscription)).toEqual([])
    w.clock.advance(24 * 3_600_000)
    await runNotifier(w, new Date(w.clock.now().getTime() - 48 * 3_600_000))
    expect(await messages(subscription)).toMatchObject([{ events: 1 }])
  })

  const quiet = {
    id: '1',
    at: '2026-06-15T10:00:00.000Z',
    kind: 'alarms raised',
    title: '',
    resource_type: 'device',
    resource_id: '2',
    resource_name: null,
    location: null,
    details: {},
  }

  test('Slack and Teams get text in which names are no markup', () => {
    const event = { ...quiet, title: 'Alarm at <Dock> *07*' }
    const payload: Payload = {
      type: 'alarm',
      timestamp: event.at,
      data: { organization_id: '3', count: 1, events: [event] },
    }
    expect(JSON.stringify(slackBody(payload))).toContain('Alarm at &lt;Dock&gt;')
    expect(JSON.stringify(teamsBody(payload))).toContain(String.raw`Alarm at \\<Dock\\> \\*07\\*`)
  })

  test('a mail names the time in words, and why it came', () => {
    const event = { ...quiet, title: titleOf('alarms', 'cleared', 'Dock 09', { alarm: 'interim_state_timeout' }) }
    const payload: Payload = {
      type: 'alarm',
      timestamp: event.at,
      data: { organization_id: '3', count: 1, events: [event] },
    }
    const receiver = {
      to: 'ops@example.org',
      organization_name: 'Tartu Rattad',
      console_url: 'https://ops.example.org',
    }
    expect(mailOf(payload, receiver).text.split('\n')).toEqual([
      'Dock 09: Stuck between states, cleared, Jun 15, 2026, 10:00 UTC',
      '',
      'You receive this because Tartu Rattad subscribes to “alarm”. Change or delete the subscription under Organization, Notifier:',
      'https://ops.example.org/organizations/3?view=notifier',
    ])
  })
})
