import { IconSend } from '@tabler/icons-react'
import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { commandsAtOnce } from '@wheelhouse/contract/commands/command-bodies.ts'
import { listHardware } from '@wheelhouse/contract/hardware/hardware-details.ts'
import type { PlacedHardware } from '@wheelhouse/contract/hardware/hardware-details.ts'
import {
  fetchConfigs,
  getHardwareConfig,
  isChangeOver,
  listConfigChanges,
} from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { parameterLabels } from '@wheelhouse/contract/hardware-config/parameter-labels.ts'
import { applyTemplate, previewTemplate } from '@wheelhouse/contract/templates/templates.ts'
import type { PreviewItem, Template } from '@wheelhouse/contract/templates/templates.ts'
import { call, useWrite } from '../../api/api.ts'
import { failureText, pushErrors, pushSuccess } from '../../shell/messages.ts'
import { hardwareId } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { useList } from '../../lists/list.ts'
import { useLive, useStaleOnChanges } from '../../live/use-live.ts'
import { useMoment } from '../../ui/base/clock.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { PlanForm } from '../change-sets/plan-picker.tsx'
import { deviceName } from '../devices/device-labels.ts'
import { ChangeState } from '../hardware-config/change-state-link.tsx'
import { HardwareLink } from '../hardware/hardware-link.tsx'
import { HardwarePieces } from '../hardware/pieces-picker.tsx'
import { applicationDeadline, applicationEnd } from './application-end.ts'
import type { ApplicationEnd } from './application-end.ts'
import classes from './templates.module.css'

/** Which pieces and what would change: one is sent at once, several are planned as a change set. */
export function ApplyDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const [batchId, setBatchId] = useState<string | null>(null)
  return (
    <Dialog opened onClose={onClose} title={t('Apply {{name}}', { name: template.name })} icon={IconSend} size={620}>
      {batchId === null ? (
        <Choice template={template} onDone={setBatchId} onClose={onClose} />
      ) : (
        <Results batchId={batchId} onClose={onClose} />
      )}
    </Dialog>
  )
}

const shown = 500

interface ChoiceProps {
  template: Template
  onDone: (batchId: string | null) => void
  onClose: () => void
}

function Choice({ template, onDone, onClose }: ChoiceProps) {
  const [chosen, setChosen] = useState<readonly PlacedHardware[]>([])
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 300)
  const query = {
    firmware_name: [template.firmware_name],
    q: q || undefined,
    sort: 'location_label',
    limit: shown,
  } as const
  const found = useList(listHardware, query, {})
  const items = found.rows
  const ids = chosen.map(({ id }) => id)
  const isAll = items.length > 0 && items.every(({ id }) => ids.includes(id))
  const others = chosen.filter(({ id }) => !items.some((one) => one.id === id))
  const toggle = (piece: PlacedHardware, isOn: boolean) =>
    setChosen((now) => (isOn ? [...now, piece] : now.filter(({ id }) => id !== piece.id)))
  return (
    <div className={classes.form}>
      <p className={classes.lead}>
        {t('Only hardware with the firmware {{name}} can take this template.', { name: template.firmware_name })}
      </p>
      <TextInput
        label={t('Find hardware')}
        placeholder={t('Location, mesh or ID')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {items.length > 0 && (
        <Checkbox
          label={
            found.hasMore
              ? t('The {{count}} shown', { count: items.length })
              : t('All {{count}}', { count: items.length })
          }
          checked={isAll}
          indeterminate={chosen.length > others.length && !isAll}
          onChange={() => setChosen(isAll ? others : [...others, ...items])}
        />
      )}
      <HardwarePieces
        found={found}
        ids={ids}
        onTick={toggle}
        label={placeWord}
        detail={({ id }) => hardwareId(id)}
        words={wordsOf(template, q)}
        className={`${classes.keys} ${classes.pick}`}
      />
      {ids.length > 0 && <Preview template={template} ids={ids} />}
      {chosen.length > 1 ? (
        <PlanForm
          change={{ kind: 'template', template_id: template.id }}
          devices={chosen.map((piece) => ({ id: piece.id, word: placeWord(piece) }))}
          suggestedName={template.name}
          onClose={onClose}
        />
      ) : (
        <ApplyForm template={template} id={chosen[0]?.id ?? null} onDone={onDone} onClose={onClose} />
      )}
    </div>
  )
}

const wordsOf = ({ firmware_name: name }: Template, q: string) =>
  q === ''
    ? { noData: t('No hardware has the firmware {{name}}', { name }) }
    : { noData: t('No hardware matches'), whyNoData: t('Change the search.') }

/** To one piece at once, with its result here. */
function ApplyForm({ template, id, onDone, onClose }: ChoiceProps & { id: string | null }) {
  const [comment, setComment] = useState('')
  const [isAsked, setAsked] = useState(false)
  const write = useWrite(applyTemplate, { isQuiet: true })
  const isSilent = comment.trim().length < 3
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (write.isPending || isSilent || id === null) return
    write.mutate(
      { body: { template_id: template.id, hardware_ids: [id], comment } },
      { onSuccess: ({ results }) => onDone(results[0]?.batch_id ?? null) },
    )
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Textarea
        label={t('Comment')}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={500}
        value={comment}
        error={isAsked && isSilent ? t('Add a comment of at least 3 characters') : undefined}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <p className={classes.error} role="alert">
        {isAsked && id === null ? t('Choose at least one piece of hardware') : null}
        {write.error === null ? null : failureText(applyTemplate.says.failed, write.error)}
      </p>
      <div className={classes.verbs}>
        <Button onClick={onClose} disabled={write.isPending}>
          {t('Cancel')}
        </Button>
        <Button type="submit" variant="filled" loading={write.isPending}>
          {t('Apply to 1')}
        </Button>
      </div>
    </form>
  )
}

const placeWord = ({ location_code, device_number: number, rental_code, type }: PlacedHardware): string =>
  number === null ? (rental_code ?? t('In stock')) : `${location_code ?? ''} ${deviceName({ type, number })}`

function Preview({ template, ids }: { template: Template; ids: readonly string[] }) {
  const queryKey = ['template-preview', template.id, template.version, ...ids]
  const { data } = useQuery({
    queryKey,
    queryFn: () => call(previewTemplate, { body: { template_id: template.id, hardware_ids: [...ids] } }),
    placeholderData: (last) => last,
  })
  // What was fetched arrives piece by piece, of many within minutes.
  useStaleOnChanges(getHardwareConfig, {}, queryKey, ({ id }) => ids.includes(id))
  const refused = data?.items.flatMap(({ hardware_id, refusal }) => (refusal === null ? [] : [hardware_id])) ?? []
  return (
    <div className={classes.section}>
      <h3>{t('What changes')}</h3>
      <ul className={classes.rows}>
        {data?.items.map((item) => (
          <PreviewRow key={item.hardware_id} item={item} />
        ))}
      </ul>
      {refused.length > 0 && <FetchSettings ids={refused} />}
    </div>
  )
}

/** What answers leaves the refused ones. What does not is asked again; many are asked by a job, and once. */
function FetchSettings({ ids }: { ids: readonly string[] }) {
  const fetch = useWrite(fetchConfigs)
  const isMany = ids.length > commandsAtOnce
  return (
    <div>
      {isMany && (
        <p className={classes.lead}>
          {t('More than {{count}} are read a few at a time, over the next minutes.', { count: commandsAtOnce })}
        </p>
      )}
      <Button
        size="xs"
        loading={fetch.isPending}
        disabled={isMany && fetch.isSuccess}
        onClick={() => fetch.mutate({ body: { hardware_ids: [...ids] } })}
      >
        {t('Fetch settings')}
      </Button>
    </div>
  )
}

const PreviewRow = ({ item: { hardware_id, refusal, changes } }: { item: PreviewItem }) => (
  <li>
    <span className="mono">{hardwareId(hardware_id)}</span>
    {refusal === null ? (
      <small>
        {changes
          .map(
            ({ key, before, after }) =>
              `${t(parameterLabels[key]?.label ?? key)}: ${String(before)} → ${String(after)}`,
          )
          .join(', ')}
      </small>
    ) : (
      <small className={classes.refused}>{t(refusal)}</small>
    )}
  </li>
)

const pollMs = 1_500

/** One line for each piece, until the hardware has confirmed it. The console gives up by itself, until the true end arrives. */
function Results({ batchId, onClose }: { batchId: string; onClose: () => void }) {
  const { data } = useLive(
    listConfigChanges,
    { query: { batch_id: batchId, limit: shown } },
    {
      refetchInterval: ({ state }) =>
        state.data?.items.every(({ status }) => isChangeOver(status)) === true ? false : pollMs,
    },
  )
  const items = data?.items ?? []
  const end = applicationEnd(items, useMoment(applicationDeadline(items)))
  useSaid(end)
  return (
    <div className={classes.form}>
      <ul className={classes.rows} aria-label={t('Results')}>
        {items.map((change) => (
          <li key={change.id}>
            <HardwareLink id={change.hardware_id} />
            <span className={classes.end}>
              <ChangeState change={change} />
            </span>
          </li>
        ))}
      </ul>
      <div role="status">{end?.isProvisional === true && <p className={classes.error}>{end.text}</p>}</div>
      <div className={classes.verbs}>
        <Button onClick={onClose}>{t('Close')}</Button>
      </div>
    </div>
  )
}

/** Each true end once, in the words of spec section 8: hardware may confirm after its time limit. */
function useSaid(end: ApplicationEnd | null): void {
  const said = useRef<string | null>(null)
  useEffect(() => {
    if (end === null || end.isProvisional || end.text === said.current) return
    said.current = end.text
    if (end.isFailure) pushErrors([{ text: end.text, group: 'apply template' }])
    else pushSuccess(end.text, 'apply template')
  })
}
