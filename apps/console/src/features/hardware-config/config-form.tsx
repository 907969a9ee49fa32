import { Button, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { changeConfigs, LowVoltage } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import type { ConfigParameter, ParameterValue } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { useWrite } from '../../api/api.ts'
import { failureText } from '../../shell/messages.ts'
import { t } from '../../i18n/i18n.ts'
import { PlanForm } from '../change-sets/plan-picker.tsx'
import { Restart } from './config-table.tsx'
import { parameterHelp, parameterWord, rangeWord, valueWord } from './parameter-words.ts'
import classes from './hardware-config.module.css'

type Edits = Readonly<Record<string, ParameterValue>>

interface ConfigFormProps {
  /** One is changed at once; several that have the same values get a change set. */
  pieces: readonly { id: string; word: string }[]
  params: readonly ConfigParameter[]
  onClose: () => void
}

/** Why the hardware would refuse it; it asks the same (device protocol). */
function faultOf({ key, type, min, max }: ConfigParameter, value: ParameterValue): string | null {
  if (type !== 'integer') return null
  if (typeof value !== 'number' || !Number.isInteger(value)) return t('A whole number')
  if (value < (min ?? -Infinity) || value > (max ?? Infinity))
    return t('{{min}} to {{max}}', { min: min ?? '–', max: max ?? '–' })
  const threshold = key === 'low_voltage_mv' ? LowVoltage.safeParse(value) : null
  return threshold?.error ? t(threshold.error.issues[0]?.message ?? '') : null
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
  return (
    <div className={classes.form}>
      <div className={classes.fields}>
        {offered.map((parameter) => (
          <Field
            key={parameter.key}
            parameter={parameter}
            edit={edits[parameter.key]}
            onEdit={(value) => setEdits((now) => ({ ...now, [parameter.key]: value }))}
          />
        ))}
      </div>
      {changed.length > 0 && <Summary changed={changed} edits={edits} />}
      {isOne ? (
        <SendForm id={pieces[0]?.id ?? ''} values={values} isWrong={isWrong} onClose={onClose} />
      ) : (
        <PlanForm
          change={values.length === 0 || isWrong ? null : { kind: 'config', values }}
          devices={pieces}
          suggestedName={changed
            .map(({ key }) => parameterWord(key))
            .join(', ')
            .slice(0, 64)}
          onClose={onClose}
        />
      )}
    </div>
  )
}

interface SendFormProps {
  id: string
  values: { key: string; value: ParameterValue }[]
  isWrong: boolean
  onClose: () => void
}

function SendForm({ id, values, isWrong, onClose }: SendFormProps) {
  const [comment, setComment] = useState('')
  const [isAsked, setAsked] = useState(false)
  const send = useWrite(changeConfigs, { isQuiet: true })
  const isSilent = comment.trim().length < commentAtLeast
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (send.isPending || isWrong || isSilent || values.length === 0) return
    send.mutate({ body: { hardware_ids: [id], values, comment } }, { onSuccess: onClose })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Textarea
        label={t('Comment')}
        placeholder={t('Why is it changed?')}
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
      <div className={classes.verbs}>
        <Button onClick={onClose} disabled={send.isPending}>
          {t('Discard')}
        </Button>
        <Button type="submit" variant="filled" loading={send.isPending}>
          {values.length === 1 ? t('Send 1 change') : t('Send {{count}} changes', { count: values.length })}
        </Button>
      </div>
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

interface FieldProps {
  parameter: ConfigParameter
  edit: ParameterValue | undefined
  onEdit: (value: ParameterValue) => void
}

/** The control that the type asks for; the range is beside it, because a technician does not know it by heart. */
function Field({ parameter, edit, onEdit }: FieldProps) {
  const { key, type, value, unit, choices, is_secret } = parameter
  const now = edit ?? value
  const shared = {
    label: parameterWord(key),
    description: [parameterHelp(key), rangeWord(parameter)].filter(Boolean).join(' '),
    'data-changed': (edit !== undefined && edit !== value) || undefined,
  }
  if (type === 'boolean')
    return <Switch {...shared} checked={now === true} onChange={(event) => onEdit(event.currentTarget.checked)} />
  if (type === 'choice')
    return (
      <Select
        {...shared}
        data={[...(choices ?? [])]}
        value={String(now ?? '')}
        allowDeselect={false}
        onChange={(chosen) => chosen !== null && onEdit(chosen)}
      />
    )
  if (type === 'integer')
    return (
      <NumberInput
        {...shared}
        hideControls
        clampBehavior="none"
        decimalScale={0}
        rightSection={unit ? <span className={classes.unit}>{unit}</span> : undefined}
        value={typeof now === 'number' ? now : ''}
        error={edit === undefined ? undefined : faultOf(parameter, edit)}
        onChange={(typed) => onEdit(typed === '' ? '' : Number(typed))}
      />
    )
  return (
    <TextInput
      {...shared}
      type={is_secret ? 'password' : 'text'}
      autoComplete="off"
      placeholder={is_secret ? t('Leave empty to keep the present value') : undefined}
      maxLength={parameter.max ?? 256}
      value={typeof now === 'string' ? now : ''}
      onChange={(event) => onEdit(event.currentTarget.value)}
    />
  )
}
