import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isMailAddress, readMailSettings } from './mail-settings.ts'
import { MailError, openMail } from './mail.ts'

const message = { to: 'mari@example.test', subject: 'Your invitation', text: 'Hello Mari', html: '<p>Hello Mari</p>' }
const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-mail-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Talk {
  url: string
  commands: string[]
  /** Mails as received, without undoing the dot-stuffing. */
  mails: string[]
  close(): Promise<void>
}

/** A mail server as small as RFC 5321 allows, but for the replies to the commands given here. */
async function listen(replies: Record<string, string> = {}): Promise<Talk> {
  const talk: Pick<Talk, 'commands' | 'mails'> = { commands: [], mails: [] }
  const server = createServer((socket) => converse(socket, talk, replies))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { ...talk, url: `smtp://127.0.0.1:${port}`, close: () => new Promise((done) => server.close(() => done())) }
}

function converse(
  socket: Socket,
  { commands, mails }: Pick<Talk, 'commands' | 'mails'>,
  replies: Record<string, string>,
): void {
  let rest = ''
  let mail: string[] | undefined
  const reply = (line: string): void => void socket.write(`${line}\r\n`)
  const answer = (line: string): void => {
    if (mail && line !== '.') return void mail.push(line)
    if (mail) {
      mails.push(mail.join('\n'))
      mail = undefined
      return reply('250 taken')
    }
    commands.push(line)
    const verb = line.split(' ')[0]?.toUpperCase() ?? ''
    if (verb === 'DATA' && !replies[verb]) {
      mail = []
      return reply('354 go on')
    }
    if (verb === 'QUIT') return void socket.end('221 bye\r\n')
    reply(replies[verb] ?? '250 fine')
  }
  socket.setEncoding('utf8').on('error', () => {})
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\r\n')
    rest = lines.pop() ?? ''
    lines.forEach(answer)
  })
  reply('220 here')
}

const log = { info: () => {}, warn: () => {} }
const bySmtp = (smtpUrl: string) => openMail({ smtpUrl, from: 'Wheelhouse <ops@example.test>', dataDir: folder, log })

test('a mail reaches a mail server as text and as HTML', async () => {
  const talk = await listen()
  const mail = bySmtp(talk.url)
  await mail.send(message)
  mail.close()
  await talk.close()
  expect(talk.commands).toContain('MAIL FROM:<ops@example.test>')
  expect(talk.commands).toContain('RCPT TO:<mari@example.test>')
  const [taken] = talk.mails
  expect(taken).toMatch(/^From: Wheelhouse <ops@example\.test>$/m)
  expect(taken).toMatch(/^To: mari@example\.test$/m)
  expect(taken).toMatch(/^Subject: Your invitation$/m)
  expect(taken).toMatch(/^Auto-Submitted: auto-generated$/m)
  expect(taken).toContain('multipart/alternative')
  expect(taken).toContain('<p>Hello Mari</p>')
})

test.each([
  ['RCPT', '550 no such person', true],
  ['RCPT', '451 later', false],
  ['DATA', '554 no such text', true],
  // What the operator can mend.
  ['AUTH', '535 wrong password', false],
  ['MAIL', '530 authentication required', false],
  ['MAIL', '553 sender not allowed', false],
])('a mail server that answers %s with %s is an error; permanent: %s', async (verb, answer, isRefused) => {
  const talk = await listen({ EHLO: '250 AUTH PLAIN', [verb]: answer })
  const login = verb === 'AUTH' ? 'ops:wrong@' : ''
  const failure = await bySmtp(talk.url.replace('//', `//${login}`))
    .send(message)
    .catch((error: unknown) => error)
  await talk.close()
  expect(failure).toBeInstanceOf(MailError)
  expect(failure).toMatchObject({ isRefused, message: expect.stringContaining(answer) })
})

test('an unreachable mail server is a temporary error', async () => {
  const talk = await listen()
  await talk.close()
  await expect(bySmtp(talk.url).send(message)).rejects.toMatchObject({ isRefused: false })
})

test.each([
  { to: 'mari@example.test\r\nBcc: all@example.test' },
  { to: 'mari@example.test, all@example.test' },
  { to: 'Mari <mari@example.test>' },
  { to: 'mari@example.test\0' },
  { to: '' },
  { subject: 'Hello\r\nBcc: all@example.test' },
  { subject: 'Hello\u0085Bcc: all@example.test' },
  { subject: 'x'.repeat(201) },
])('no input can begin another header: %j', async (wrong) => {
  const talk = await listen()
  await expect(bySmtp(talk.url).send({ ...message, ...wrong })).rejects.toMatchObject({ isRefused: true })
  await talk.close()
  expect([talk.commands, talk.mails]).toEqual([[], []])
})

test('without a mail server a mail is a file readable by its owner alone, and its path is logged', async () => {
  const logged: object[] = []
  const mail = openMail({
    ...readMailSettings({ WHEELHOUSE_DATA: folder }),
    log: { info: () => {}, warn: (fields) => void logged.push(fields) },
  })
  await mail.send({ ...message, subject: 'Ööbik läks' })
  const [name = ''] = readdirSync(join(folder, 'mail'))
  const file = join(folder, 'mail', name)
  expect(name).toMatch(/\.eml$/)
  expect(logged).toEqual([{ mail: file, subject: 'Ööbik läks' }])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('Hello Mari')
  expect(text).toMatch(/^Subject: =\?UTF-8\?/m)
})

test.each<[Record<string, string>, string]>([
  [{ SMTP_URL: 'mail.example.org', MAIL_FROM: 'a@b.test' }, 'SMTP_URL is not an address'],
  [{ SMTP_URL: 'https://user:hush@mail.example.org', MAIL_FROM: 'a@b.test' }, 'SMTP_URL is not an address'],
  [{ SMTP_URL: 'smtp://mail.example.org' }, 'MAIL_FROM is missing'],
  [{ MAIL_FROM: 'nobody' }, "MAIL_FROM is 'nobody'"],
  [{ MAIL_FROM: 'a@b.test, c@d.test' }, "MAIL_FROM is 'a@b.test, c@d.test'"],
  [{ MAIL_FROM: 'A <a@b.test>\nBcc: c@d.test' }, 'MAIL_FROM is'],
])('wrong setting %j is reported in one sentence', (env, sentence) => {
  expect(() => readMailSettings(env)).toThrow(sentence)
  expect(() => readMailSettings(env)).not.toThrow('hush')
})

test('addresses with letters of any language are valid', () => {
  expect(['mari.öö@example.test', "o'hara+ops@example.test", 'a@localhost'].map(isMailAddress)).toEqual([
    true,
    true,
    true,
  ])
})
