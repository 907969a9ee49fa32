import { Button } from '@mantine/core'
import { IconArrowsSplit } from '@tabler/icons-react'
import { useState } from 'react'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import type { FormField, FormValues } from '../ui/form/form-state.ts'
import classes from '../ui/form/form.module.css'
import { ApiError } from '../http/api-error.ts'
import { fieldOf } from '@wheelhouse/contract/certain.ts'
import type { Base } from './contract-form-state.ts'
import { valuesIn } from './contract-form-values.ts'
import { nothing } from '../i18n/format.ts'
import { t } from '../i18n/i18n.ts'
import { differencesOf, mergedOf } from './stale-version.ts'
import type { Difference, Side } from './stale-version.ts'

interface Met {
  theirs: Base
  differences: Difference[]
  fields: readonly FormField[]
}

interface Meeting {
  base: Base
  values: FormValues
  fields: readonly FormField[]
  fresh(): Promise<unknown>
}

/** The version that an answer carries. */
export function versionIn(answer: unknown): number | null {
  const version = typeof answer === 'object' && answer !== null ? fieldOf(answer, 'version') : null
  return typeof version === 'number' ? version : null
}

/** A 412: someone saved first. The present state is asked for and both are shown; nothing typed is lost. */
export function useStaleVersion() {
  const [met, setMet] = useState<Met | null>(null)
  const meets = async (error: unknown, { base, values, fields, fresh }: Meeting): Promise<boolean> => {
    if (!(error instanceof ApiError) || error.status !== 412) return false
    const names = Object.keys(base.values)
    const present = await fresh().catch(() => null)
    const version = versionIn(present)
    if (version === null) return false
    const theirs = { values: valuesIn(present, names), version }
    setMet({ theirs, differences: differencesOf(names, base.values, values, theirs.values), fields })
    return true
  }
  return { met, meets, close: () => setMet(null) }
}

interface StaleVersionProps {
  met: Met
  isInPlace: boolean
  onBack: () => void
  onSave: (onto: Base, merged: FormValues) => void
}

/** Both versions, field by field. In a dialog it replaces the form, because dialogs never open above each other. */
export function StaleVersion({ isInPlace, ...props }: StaleVersionProps) {
  const title = t('Someone else saved changes')
  if (isInPlace) return <Comparison {...props} />
  return (
    <Dialog opened onClose={props.onBack} title={title} icon={IconArrowsSplit} size={640}>
      <Comparison {...props} />
    </Dialog>
  )
}

function Comparison({ met, onBack, onSave }: Omit<StaleVersionProps, 'isInPlace'>) {
  const [sides, setSides] = useState<Record<string, Side>>({})
  const { differences, theirs, fields } = met
  const conflicts = differences.filter(({ isConflict }) => isConflict).length
  return (
    <div className={classes.compare}>
      <p role="alert">
        {t('Someone else has changed this.')} {wordsOf(differences.length, conflicts)}
      </p>
      {differences.map((difference) => (
        <Sides
          key={difference.name}
          difference={difference}
          field={fields.find(({ name }) => name === difference.name)}
          side={sides[difference.name] ?? difference.side}
          onSide={(side) => setSides((before) => ({ ...before, [difference.name]: side }))}
        />
      ))}
      <div className={classes.verbs}>
        <Button data-autofocus onClick={onBack}>
          {t('Back to the form')}
        </Button>
        <Button variant="filled" onClick={() => onSave(theirs, mergedOf(theirs.values, differences, sides))}>
          {t('Save')}
        </Button>
      </div>
    </div>
  )
}

function wordsOf(differences: number, conflicts: number): string {
  if (differences === 0) return t('Both saved the same values: there is nothing to choose.')
  if (conflicts === 0) return t('You changed different fields. Both changes can be kept.')
  if (conflicts === 1) return t('You both changed one field. Choose which value to keep.')
  return t('You both changed {{count}} fields. Choose which values to keep.', { count: conflicts })
}

interface SidesProps {
  difference: Difference
  field: FormField | undefined
  side: Side
  onSide: (side: Side) => void
}

function Sides({ difference, field, side, onSide }: SidesProps) {
  const { name, before, yours, theirs, isConflict } = difference
  const shown = (value: unknown): string => wordsFor(value, field)
  const choices: [Side, string, unknown][] = [
    ['yours', t('Yours'), yours],
    ['theirs', t('Theirs'), theirs],
  ]
  return (
    <fieldset className={classes.difference} data-both={isConflict || undefined}>
      <legend>{field?.label ?? name}</legend>
      <div className={classes.before}>{t('Before: {{value}}', { value: shown(before) })}</div>
      <div className={classes.sides}>
        {choices.map(([one, word, value]) => (
          <label key={one} className={classes.side}>
            <input type="radio" name={`side-${name}`} checked={side === one} onChange={() => onSide(one)} />
            <small>{word}</small>
            <span>{shown(value)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const wordsFor = (value: unknown, field: FormField | undefined): string => {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return nothing
  return field?.show?.(value) ?? plainWords(value)
}

function plainWords(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
