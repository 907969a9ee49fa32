import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, type ChangeEvent, type MouseEvent } from 'react'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { fieldId, useField, useForm } from './form-state.ts'
import classes from './form.module.css'
import { t } from '../base/translate.ts'

type Row = Readonly<Record<string, string>>

interface RowCell {
  name: string
  label: string
  placeholder?: string
  maxLength?: number
  type?: 'text' | 'url'
  isMono?: boolean
  /** May hold more than one line. */
  isMultiline?: boolean
}

type RowsFieldProps = Omit<FieldProps, 'placeholder'> & {
  /** The texts of a row, by the names of the contract. */
  cells: readonly RowCell[]
  /** What a row is called: "SMS command". */
  rowName: string
  addLabel: string
  most: number
  /** Never kept in a draft. */
  isSecret?: boolean
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string')
const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRow) : [])
const shown = (cells: readonly RowCell[], value: unknown): string =>
  rowsOf(value)
    .map((row) => cells.map(({ name }) => row[name] ?? '').join(': '))
    .join('; ')

/** A variable number of rows with a few texts each. An error is shown at the text that it belongs to. */
export function RowsField({ name, label, help, cells, rowName, addLabel, most, isSecret, isDisabled }: RowsFieldProps) {
  const { id, value, error, isBusy, isOptional, set } = useField<unknown>({
    name,
    label,
    isSecret,
    show: (given) => shown(cells, given),
  })
  const rows = rowsOf(value)
  const isOff = isDisabled === true || isBusy
  const frame = useRef<HTMLDivElement>(null)
  const focusNext = useFocusAfterChange(frame, rows.length)
  const empty = Object.fromEntries(cells.map((cell) => [cell.name, '']))
  return (
    <FieldFrame id={id} label={label} help={help} error={error} isOptional={isOptional} isGroup>
      <div className={classes.rows} ref={frame}>
        {rows.map((row, index) => (
          <div key={index} className={classes.row} role="group" aria-label={`${rowName} ${index + 1}`}>
            {cells.map((cell) => (
              <CellField
                key={cell.name}
                name={`${name}.${index}.${cell.name}`}
                cell={cell}
                value={row[cell.name] ?? ''}
                isOff={isOff}
                onChange={(text) => set(rows.with(index, { ...row, [cell.name]: text }))}
              />
            ))}
            <ActionIcon
              variant="subtle"
              disabled={isOff}
              onMouseDown={stay}
              aria-label={t('Remove {{what}} {{number}}', { what: rowName, number: index + 1 })}
              onClick={() => (focusNext('[data-add]'), set(rows.toSpliced(index, 1)))}
            >
              <IconTrash size={15} />
            </ActionIcon>
          </div>
        ))}
        {rows.length < most && (
          <Button
            data-add
            onMouseDown={stay}
            size="xs"
            disabled={isOff}
            leftSection={<IconPlus size={14} />}
            onClick={() => (
              focusNext('[role=group]:last-of-type input, [role=group]:last-of-type textarea'),
              set([...rows, empty])
            )}
          >
            {addLabel}
          </Button>
        )}
      </div>
    </FieldFrame>
  )
}

// What a field says when it is left would move the button away from under the pointer before the click.
const stay = (event: MouseEvent): void => event.preventDefault()

/** Moves the focus when a row is added or removed, because a keyboard user would lose it otherwise. */
function useFocusAfterChange(frame: React.RefObject<HTMLElement | null>, count: number): (selector: string) => void {
  const next = useRef<string | null>(null)
  useEffect(() => {
    if (next.current === null) return
    frame.current?.querySelector<HTMLElement>(next.current)?.focus()
    next.current = null
  }, [frame, count])
  return (selector) => {
    next.current = selector
  }
}

interface CellFieldProps {
  /** Path of the contract's refusals: `sms_commands.0.payload`. */
  name: string
  cell: RowCell
  value: string
  isOff: boolean
  onChange: (text: string) => void
}

function CellField({ name, cell, value, isOff, onChange }: CellFieldProps) {
  const form = useForm()
  const { register, unregister } = form
  const { label } = cell
  useEffect(() => register({ name, label }))
  useEffect(() => () => unregister(name), [unregister, name])
  const input = {
    id: fieldId(form, name),
    'aria-label': label,
    placeholder: cell.placeholder ?? label,
    maxLength: cell.maxLength,
    autoComplete: 'off',
    spellCheck: cell.isMono ? false : undefined,
    classNames: cell.isMono ? { input: 'mono' } : {},
    value,
    error: form.errors[name],
    disabled: isOff,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.currentTarget.value),
  }
  if (cell.isMultiline === true) return <Textarea {...input} autosize minRows={1} maxRows={5} />
  return <TextInput {...input} type={cell.type ?? 'text'} />
}
