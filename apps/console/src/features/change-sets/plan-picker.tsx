import { Button, MultiSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { planBounds, planChangeSet } from '@wheelhouse/contract/change-sets/change-sets.ts'
import type { InputOf } from '@wheelhouse/contract/route.ts'
import { useWrite } from '../../api/api.ts'
import { changedNames } from '../../forms/contract-form-values.ts'
import { UnsavedFoot, useUnsaved } from '../../forms/unsaved.tsx'
import { t } from '../../i18n/i18n.ts'
import { failureText } from '../../shell/messages.ts'
import { useNavigateTo } from '../../ui/details/link.tsx'
import { useClosingList } from '../../ui/form/closing-list.ts'
import { changeSetPath } from './change-set-address.ts'
import classes from './change-sets.module.css'

type PlanBody = InputOf<typeof planChangeSet>['body']
type Settings = Pick<Required<PlanBody>, 'wave_size' | 'pause_s' | 'max_failed_percent' | 'healthy_within_s'>

const usual: Settings = {
  wave_size: planBounds.wave_size.usual,
  pause_s: planBounds.pause_s.usual,
  max_failed_percent: planBounds.max_failed_percent.usual,
  healthy_within_s: planBounds.healthy_within_s.usual,
}

interface PlanFormProps {
  /** Null while it is not chosen yet. */
  change: PlanBody['change'] | null
  /** The devices with the words by which a person chooses the canary. */
  devices: readonly { id: string; word: string }[]
  suggestedName: string
  /** What was typed around it: how much, and what gives it up. */
  typed?: { changes: number; forget: () => void }
  onClose: () => void
}

const nothingTyped = { changes: 0, forget: () => undefined }

/** Names a change of several devices, chooses its canary and its waves, and leads to the plan. Nothing is sent yet. */
export function PlanForm({ change, devices, suggestedName, typed = nothingTyped, onClose }: PlanFormProps) {
  const [read] = useState({ ...usual, name: suggestedName, comment: '', chosen: null })
  const [name, setName] = useState(suggestedName)
  const [comment, setComment] = useState('')
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const [settings, setSettings] = useState(usual)
  const [isAsked, setAsked] = useState(false)
  const closing = useClosingList()
  const navigateTo = useNavigateTo()
  const plan = useWrite(planChangeSet, { isQuiet: true })
  const changes = changedNames(read, { ...settings, name, comment, chosen }).length + typed.changes
  const unsaved = useUnsaved(changes > 0, typed.forget)
  // The first device is as good as any other until the planner knows better.
  const canary = (chosen ?? devices.slice(0, 1).map(({ id }) => id)).filter((id) =>
    devices.some((one) => one.id === id),
  )
  const problems = problemsOf({ name, comment, canary })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (plan.isPending || change === null || Object.values(problems).some((problem) => problem !== undefined)) return
    const body = {
      name,
      comment,
      change,
      ...settings,
      canary_ids: [...canary],
      hardware_ids: devices.map(({ id }) => id),
    }
    plan.mutate(
      { body },
      {
        onSuccess: ({ id }) => {
          typed.forget()
          unsaved.release()
          onClose()
          navigateTo?.(changeSetPath(id))
        },
      },
    )
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div className={classes.group}>
        <h3>{t('Change set')}</h3>
        <p className={classes.lead}>
          {t('The canary is changed first, then the others wave by wave. Every change can be rolled back.')}
        </p>
        <div className={classes.fields}>
          <TextInput
            label={t('Name')}
            maxLength={64}
            value={name}
            error={isAsked ? problems.name : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <MultiSelect
            label={t('Canary')}
            data={devices.map(({ id, word }) => ({ value: id, label: word }))}
            value={[...canary]}
            maxValues={planBounds.canary.max}
            searchable
            error={isAsked ? problems.canary : undefined}
            onChange={(ids) => (setChosen(ids), closing.close())}
            {...closing.list}
          />
        </div>
        <WaveFields settings={settings} onSettings={setSettings} />
      </div>
      <Textarea
        label={t('Comment')}
        placeholder={t('Reason for the change')}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={500}
        value={comment}
        error={isAsked ? problems.comment : undefined}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <p className={classes.error} role="alert">
        {plan.error === null ? null : failureText(planChangeSet.says.failed, plan.error)}
        {isAsked && change === null ? t('No changes made') : null}
      </p>
      <UnsavedFoot unsaved={unsaved} changes={changes}>
        <div className={classes.verbs}>
          <Button onClick={() => unsaved.ask(onClose)} disabled={plan.isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" variant="filled" loading={plan.isPending}>
            {t('Plan for {{count}} devices', { count: devices.length })}
          </Button>
        </div>
      </UnsavedFoot>
    </form>
  )
}

interface Written {
  name: string
  comment: string
  canary: readonly string[]
}

const problemsOf = ({ name, comment, canary }: Written) => ({
  name: name.trim().length < 3 ? t('At least 3 characters') : undefined,
  comment: comment.trim().length < 3 ? t('Add a comment of at least 3 characters') : undefined,
  canary: canary.length === 0 ? t('Choose at least one device as canary') : undefined,
})

interface WaveFieldsProps {
  settings: Settings
  onSettings: (settings: Settings) => void
}

function WaveFields({ settings, onSettings }: WaveFieldsProps) {
  const field = (key: keyof Settings, label: string, unit: string) => (
    <NumberInput
      key={key}
      label={label}
      hideControls
      allowDecimal={false}
      min={planBounds[key].min}
      max={planBounds[key].max}
      clampBehavior="blur"
      rightSection={unit}
      value={settings[key]}
      onChange={(typed) => onSettings({ ...settings, [key]: typed === '' ? usual[key] : Number(typed) })}
    />
  )
  return (
    <div className={classes.fields}>
      {field('wave_size', t('Devices per wave'), '')}
      {field('pause_s', t('Pause between waves'), 's')}
      {field('max_failed_percent', t('Halt when more than this share fails'), '%')}
      {field('healthy_within_s', t('Healthy within'), 's')}
    </div>
  )
}
