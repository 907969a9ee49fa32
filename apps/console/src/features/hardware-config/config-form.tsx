import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { changeConfigs } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import type { ConfigParameter, ParameterValue } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { useWrite } from '../../api/api.ts'
import { TypedDraftNotice, useTypedDraft } from '../../forms/typed-draft.tsx'
import { UnsavedFoot, useUnsaved } from '../../forms/unsaved.tsx'
import { addressOf } from '../../http/http-client.ts'
import { failureText } from '../../shell/messages.ts'
import { t } from '../../i18n/i18n.ts'
import { PlanForm } from '../change-sets/plan-picker.tsx'
import { draftOf, editsOf } from './config-draft.ts'
import type { Edits } from './config-draft.ts'
import { Restart } from './config-table.tsx'
import { faultOf, ParameterField } from './parameter-picker.tsx'
import { parameterWord, valueWord } from './parameter-words.ts'
import classes from './hardware-config.module.css'

interface ConfigFormProps {
  /** One is changed at once; several that have the same values get a change set. */
  pieces: readonly { id: string; word: string }[]
  params: readonly ConfigParameter[]
  onClose: () => void
}

const commentAtLeast = 3

/** Only what was changed is sent. The hardware takes all of it or nothing, then it is read back. */
export function ConfigForm({ pieces, params, onClose }: ConfigFormProps) {
  const [edits, setEdits] = useState<Edits>({})
  const isOne = pieces.length === 1
  // A secret is never read back, so a change set could not take it back.
  const offered = isOne ? params : params.filter(({ is_secret }) => !is_secret)
  const changed = offered.filter(({ key, value }) => key in edits && edits[key] !== value)
  const isWrong = changed.some((parameter) => faultOf(parameter, edits[parameter.key] ?? '') !== null)
  const values = changed.map(({ key }) => ({ key, value: edits[key] ?? '' }))
  const draft = useTypedDraft(changeConfigs.method, addressOfDraft(pieces))
  const edit = (next: Edits) => {
    setEdits(next)
    draft.keep(draftOf(next, offered))
  }
  const typed = { changes: changed.length, forget: draft.forget }
  return (
    <div className={classes.form}>
      <TypedDraftNotice draft={draft} onRestore={(kept) => edit({ ...edits, ...editsOf(kept, offered) })} />
      <div className={classes.fields}>
        {offered.map((parameter) => (
          <ParameterField
            key={parameter.key}
            parameter={parameter}
            edit={edits[parameter.key]}
            onEdit={(value) => edit({ ...edits, [parameter.key]: value })}
          />
        ))}
      </div>
      {changed.length > 0 && <Summary changed={changed} edits={edits} />}
      {isOne ? (
        <SendForm id={pieces[0]?.id ?? ''} values={values} isWrong={isWrong} typed={typed} onClose={onClose} />
      ) : (
        <PlanForm
          change={values.length === 0 || isWrong ? null : { kind: 'config', values }}
          devices={pieces}
          suggestedName={changed
            .map(({ key }) => parameterWord(key))
            .join(', ')
            .slice(0, 64)}
          typed={typed}
          onClose={onClose}
        />
      )}
    </div>
  )
}

/** The address is one for all hardware: the draft is of these pieces. */
const addressOfDraft = (pieces: ConfigFormProps['pieces']): string =>
  `${addressOf(changeConfigs.path)} ${pieces.map(({ id }) => id).join(' ')}`

interface SendFormProps {
  id: string
  values: { key: string; value: ParameterValue }[]
  isWrong: boolean
  typed: { changes: number; forget: () => void }
  onClose: () => void
}

function SendForm({ id, values, isWrong, typed, onClose }: SendFormProps) {
  const [comment, setComment] = useState('')
  const [isAsked, setAsked] = useState(false)
  const send = useWrite(changeConfigs, { isQuiet: true })
  const isSilent = comment.trim().length < commentAtLeast
  const changes = typed.changes + (comment.trim() === '' ? 0 : 1)
  const unsaved = useUnsaved(changes > 0, typed.forget)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (send.isPending || isWrong || isSilent || values.length === 0) return
    send.mutate(
      { body: { hardware_ids: [id], values, comment } },
      { onSuccess: () => (typed.forget(), unsaved.release(), onClose()) },
    )
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Textarea
        label={t('Comment')}
        placeholder={t('Reason for the change')}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={500}
        value={comment}
        error={isAsked && isSilent ? t('Add a comment of at least 3 characters') : undefined}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <p className={classes.error} role="alert">
        {send.error === null ? null : failureText(changeConfigs.says.failed, send.error)}
        {isAsked && values.length === 0 ? t('No changes made') : null}
      </p>
      <UnsavedFoot unsaved={unsaved} changes={changes}>
        <div className={classes.verbs}>
          <Button onClick={() => unsaved.ask(onClose)} disabled={send.isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" variant="filled" loading={send.isPending}>
            {values.length === 1 ? t('Send 1 change') : t('Send {{count}} changes', { count: values.length })}
          </Button>
        </div>
      </UnsavedFoot>
    </form>
  )
}

const Summary = ({ changed, edits }: { changed: readonly ConfigParameter[]; edits: Edits }) => (
  <ul className={classes.summary} aria-label={t('Changes')}>
    {changed.map(({ key, value, unit, needs_restart, is_secret }) => (
      <li key={key}>
        <strong>{parameterWord(key)}</strong>
        {is_secret ? t('a new value') : `${valueWord(value, unit)} → ${valueWord(edits[key] ?? '', unit)}`}
        {needs_restart && <Restart />}
      </li>
    ))}
  </ul>
)
