import { Button, SegmentedControl, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconKey, IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { FormEvent } from 'react'
import {
  addAllowlistKeys,
  addAllowlistUsers,
  EntryFailure,
} from '@wheelhouse/contract/allowlists/allowlist-entities.ts'
import { entriesAtOnce, splitEntries } from '@wheelhouse/contract/allowlists/allowlist-entries.ts'
import type { Allowlist } from '@wheelhouse/contract/allowlists/allowlists.ts'
import { useWrite } from '../../api/api.ts'
import { TypedDraftNotice, useTypedDraft } from '../../forms/typed-draft.tsx'
import { UnsavedFoot, useUnsaved } from '../../forms/unsaved.tsx'
import { ApiError } from '../../http/api-error.ts'
import { addressOf } from '../../http/http-client.ts'
import { t } from '../../i18n/i18n.ts'
import { failureText } from '../../shell/messages.ts'
import { useUser } from '../../stores/user-store.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { FailureList } from '../../ui/dialogs/failure-list.tsx'
import { FormProvider } from '../../ui/form/form-state.ts'
import type { FormValues } from '../../ui/form/form-state.ts'
import { MomentField } from '../../ui/form/moment-field.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import classes from './allowlists.module.css'
import { hexText, invalidText } from './entry-texts.ts'
import { usePlainForm } from '../../forms/plain-form.ts'

interface AddEntitiesDialogProps {
  list: Allowlist
  of: 'users' | 'keys'
  onClose: () => void
}

/** Many entries at once, pasted from a spreadsheet or a mail, each with its own result. */
export const AddEntitiesDialog = ({ list, of, onClose }: AddEntitiesDialogProps) => (
  <Dialog
    opened
    onClose={onClose}
    title={
      of === 'users' ? t('Add users to {{name}}', { name: list.name }) : t('Add keys to {{name}}', { name: list.name })
    }
    icon={of === 'users' ? IconUserPlus : IconKey}
    size={560}
  >
    <Form list={list} of={of} onClose={onClose} />
  </Dialog>
)

interface Failed {
  entry: string
  words: string
}
interface Result {
  added: number
  failures: Failed[]
}

/** The results by entry, or null where the whole call was refused. */
function resultOf(error: Error): Result | null {
  if (!(error instanceof ApiError) || error.result === null || !('batch' in error.result)) return null
  const { error_results: items, results } = error.result.batch
  const failures = items.flatMap((item) => {
    const failure = EntryFailure.safeParse(item)
    return failure.success ? [{ entry: failure.data.entry, words: failure.data.error_message }] : []
  })
  return { added: Array.isArray(results) ? results.length : 0, failures }
}

type KeyKind = 'key' | 'master_key'

const leftOf = (result: Result | null): string => (result?.failures ?? []).map(({ entry }) => entry).join('\n')

/** A master key opens every lock of the list, so it is a secret, and secrets are in no draft. */
const isKept = (text: string, kind: KeyKind): boolean => text.trim() !== '' && kind === 'key'

function Form({ list, of, onClose }: AddEntitiesDialogProps) {
  const [text, setText] = useState('')
  const [kind, setKind] = useState<KeyKind>('key')
  const [terms, setTerms] = useState<FormValues>({ expires_at: null, comment: '' })
  const [result, setResult] = useState<Result | null>(null)
  const users = useWrite(addAllowlistUsers, { isQuiet: true })
  const keys = useWrite(addAllowlistKeys, { isQuiet: true })
  const write = of === 'users' ? users : keys
  const entries = splitEntries(text)
  const isTooMany = entries.length > entriesAtOnce
  const body = {
    entries,
    expires_at: typeof terms.expires_at === 'string' ? terms.expires_at || null : null,
    comment: String(terms.comment ?? '').trim(),
  }
  const params = { allowlist_id: list.id }
  const route = of === 'users' ? addAllowlistUsers : addAllowlistKeys
  const draft = useTypedDraft(route.method, addressOf(route.path, params))
  // What is left of a batch is in its result, too.
  const isDirty = text.trim() !== '' && text !== leftOf(result)
  const unsaved = useUnsaved(isDirty, draft.forget)
  const take = (typed: string, { as = kind, under = terms }: { as?: KeyKind; under?: FormValues } = {}): void => {
    setText(typed)
    setKind(as)
    setTerms(under)
    draft.keep(isKept(typed, as) ? { text: typed, ...under } : null)
  }
  const settle = (result: Result): void => {
    setResult(result)
    // What was refused stays in the box, to be corrected.
    setText(leftOf(result))
    draft.forget()
  }
  const outcome = {
    onSuccess: () => settle({ added: entries.length, failures: [] }),
    onError: (error: Error) => {
      const read = resultOf(error)
      if (read === null) setResult(null)
      else settle(read)
    },
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (entries.length === 0 || isTooMany || write.isPending) return
    if (of === 'users') users.mutate({ params, body }, outcome)
    else keys.mutate({ params, body: { ...body, kind } }, outcome)
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TypedDraftNotice
        draft={draft}
        onRestore={({ text: kept, ...under }) => take(String(kept ?? ''), { under: { ...terms, ...under } })}
      />
      {of === 'keys' && (
        <SegmentedControl
          aria-label={t('Kind')}
          data={[
            { value: 'key', label: t('Keys') },
            { value: 'master_key', label: t('Master keys') },
          ]}
          value={kind}
          onChange={(value) => take(text, { as: value === 'master_key' ? value : 'key' })}
        />
      )}
      <Textarea
        label={of === 'users' ? t('Users') : t('RFID numbers')}
        description={
          of === 'users'
            ? t('Phone numbers with country code, emails or user IDs, separated by spaces, commas or line breaks.')
            : helpOf(kind)
        }
        autosize
        minRows={5}
        maxRows={12}
        value={text}
        error={isTooMany ? t('At most {{count}} entries at once', { count: entriesAtOnce }) : undefined}
        onChange={(event) => take(event.currentTarget.value)}
        data-autofocus
      />
      <ReadAs entries={entries} of={of} />
      <Terms values={terms} onChange={(under) => take(text, { under })} />
      {result !== null && <Outcome result={result} />}
      {write.error !== null && result === null && (
        <p className={classes.wrong} role="alert">
          {failureText(addAllowlistUsers.says.failed, write.error)}
        </p>
      )}
      <UnsavedFoot unsaved={unsaved} changes={1}>
        <div className={classes.foot}>
          <Button onClick={() => unsaved.ask(onClose)} disabled={write.isPending}>
            {result === null ? t('Cancel') : t('Close')}
          </Button>
          <Button type="submit" variant="filled" loading={write.isPending} disabled={entries.length === 0 || isTooMany}>
            {entries.length < 2 ? t('Add') : t('Add {{count}}', { count: entries.length })}
          </Button>
        </div>
      </UnsavedFoot>
    </form>
  )
}

const helpOf = (kind: KeyKind): string =>
  kind === 'key'
    ? t('Hexadecimal or decimal, separated by spaces, commas or line breaks.')
    : t('Each key opens every lock of this allowlist, even one that was locked with another key.')

/** What the server will make of the text, before it is sent. */
function ReadAs({ entries, of }: { entries: readonly string[]; of: 'users' | 'keys' }) {
  if (entries.length === 0) return null
  const invalid = invalidText(entries, of)
  const hex = of === 'keys' ? hexText(entries) : null
  return (
    <p className={classes.read} role="status">
      <span>{entries.length === 1 ? t('1 entry') : t('{{count}} entries', { count: entries.length })}</span>
      {invalid !== null && <span className={classes.wrong}>{invalid}</span>}
      {hex !== null && <span>{hex}</span>}
    </p>
  )
}

/** What is said of all entries at once. */
function Terms({ values, onChange }: { values: FormValues; onChange: (values: FormValues) => void }) {
  const timeZone = useUser(({ userPreferences }) => userPreferences.timezone)
  const form = usePlainForm('allowlist-terms', values, onChange)
  return (
    <FormProvider value={form}>
      <MomentField
        name="expires_at"
        label={t('Expires')}
        timeZone={timeZone}
        help={t('Leave empty for no expiration date.')}
      />
      <TextField name="comment" label={t('Comment')} maxLength={200} help={t('Applies to all new entries.')} />
    </FormProvider>
  )
}

const Outcome = ({ result: { added, failures } }: { result: Result }) => (
  <div className={classes.result} role="status">
    <p className={classes.good}>
      <IconCircleCheck size={15} aria-hidden />
      {added === 1 ? t('1 entry added') : t('{{count}} entries added', { count: added })}
    </p>
    {failures.length > 0 && (
      <>
        <p className={classes.bad}>
          <IconAlertTriangle size={15} aria-hidden />
          {t('{{count}} not added; correct them in the field above', { count: failures.length })}
        </p>
        <FailureList failures={failures.map(({ entry, words }) => ({ id: entry, name: entry, words }))} />
      </>
    )}
  </div>
)
