import { TextInput } from '@mantine/core'
import { IconEye, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { findUsers } from '@wheelhouse/contract/find-user/find-user.ts'
import type { FoundUser } from '@wheelhouse/contract/find-user/find-user.ts'
import type { Recognised } from '@wheelhouse/contract/find-user/recognise.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useUser } from '../../stores/user-store.ts'
import { Skeleton } from '../../ui/frame/states.tsx'
import { isCard, otherForm, readingLabels, readingName } from './find-user-labels.ts'
import { FoundUsers } from './found-users.tsx'
import { lastLookUp, useLookUp, useRecognised } from './look-up.ts'
import { textKind } from './text-kind.ts'
import type { TextKind } from './text-kind.ts'
import classes from './find-user.module.css'

interface FindUserPaneProps {
  /** The user whose page is open beside. */
  openId: string | undefined
  hrefOf: (user: FoundUser) => string
  /** What the same box finds besides people. Text that names nobody is then no mistake. */
  others?: Others
  /** Something is open below the box, on a phone: what may be typed is not explained again. */
  isBrief?: boolean
}

interface Others {
  label: string
  examples: readonly (readonly [string, string])[]
  /** Is not asked for what must not be in an address (decision 26). */
  found: (text: string, kind: Exclude<TextKind, 'contact'>) => ReactNode
}

/** One box for everything that a caller may name, and who it found. */
export function FindUserPane({ openId, hrefOf, others, isBrief = false }: FindUserPaneProps) {
  const [typed, setTyped] = useState(lastLookUp)
  const [asked, setAsked] = useState(lastLookUp)
  const format = useUser(({ userPreferences }) => userPreferences.rfidFormat)
  const recognised = useRecognised(typed, format)
  const meant = useRecognised(asked, format)
  const kind = textKind(asked, meant)
  const isAsked = asked !== '' && meant.error === null
  const lookUp = useLookUp(isAsked ? asked : '', format)
  const [isWrong, setWrong] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  // The screen is one box, and people open it to type.
  useEffect(() => box.current?.focus(), [])
  const find = (event: FormEvent): void => {
    event.preventDefault()
    const isNobody = recognised.error !== null
    const isMistake = isNobody && (others === undefined || textKind(typed, recognised) === 'contact')
    setWrong(isMistake)
    setAsked(isMistake ? '' : typed.trim())
  }
  return (
    <div className={classes.pane}>
      <form className={classes.form} role="search" onSubmit={find} noValidate>
        <TextInput
          ref={box}
          label={others?.label ?? t('Phone, user ID, PIN, RFID, email or name')}
          type="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={<kbd aria-hidden>↵</kbd>}
          value={typed}
          error={isWrong ? recognised.error : null}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setWrong(false)
          }}
        />
        <Meaning recognised={recognised} />
      </form>
      <div className={classes.results} aria-live="polite">
        {isAsked && (
          <Loaded query={lookUp} failed={findUsers.says.failed} bones={<Skeleton lines={4} />}>
            {(reply) => <FoundUsers reply={reply} openId={openId} hrefOf={hrefOf} />}
          </Loaded>
        )}
        {asked !== '' && kind !== 'contact' && others?.found(asked, kind)}
      </div>
      {!isBrief && <Hints more={others?.examples} />}
    </div>
  )
}

/** What is recognised while one types; a card also in the other way of writing. */
function Meaning({ recognised: { readings } }: { recognised: Recognised }) {
  const shown = readings.filter(({ is_reversed }) => !is_reversed)
  if (shown.length === 0) return null
  return (
    <ul className={classes.meaning} aria-label={t('Recognized as')}>
      {shown.map((reading) => {
        const { icon: Icon } = readingLabels[reading.kind]
        return (
          <li key={reading.kind}>
            <span className={classes.kind}>
              <Icon size={14} aria-hidden /> {readingName(reading)}
            </span>
            {isCard(reading.kind) && <span className="mono">{otherForm(reading)}</span>}
          </li>
        )
      })}
    </ul>
  )
}

const examples = [
  ['Phone', '+372 5123 4567'],
  ['PIN', '274913'],
  ['RFID hex', '04A2B1C9'],
  ['RFID decimal', '0077771209'],
  ['Email', 'name@example.org'],
] as const

const noExamples: readonly (readonly [string, string])[] = []

const Hints = ({ more = noExamples }: { more: readonly (readonly [string, string])[] | undefined }) => (
  <div className={classes.hints}>
    <h2>{t('Search by')}</h2>
    <dl>
      {[...examples, ...more].map(([kind, example]) => (
        <div key={kind}>
          <dt>{t(kind)}</dt>
          <dd className="mono">{example}</dd>
        </div>
      ))}
    </dl>
    <p>
      <IconEye size={14} aria-hidden />
      {t('Personal data. Every view is written to the audit log.')}
    </p>
  </div>
)
