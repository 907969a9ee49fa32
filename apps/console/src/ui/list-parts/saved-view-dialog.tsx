import { Button, Modal, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useFocusReturn } from '../base/focus-return.ts'
import classes from './saved-view-tabs.module.css'
import { t } from '../base/translate.ts'

export type AskedName = { kind: 'save' } | { kind: 'rename'; id: string; name: string }

type NameFormProps = { asked: AskedName | null; onClose: () => void; onName: (name: string) => Promise<void> }

/** Asks for the name of a saved view. */
export function SavedViewDialog({ opened, asked, onClose, onName }: NameFormProps & { opened: boolean }) {
  const content = useRef<HTMLDivElement>(null)
  useFocusReturn(opened, content)
  return (
    <Modal opened={opened} onClose={onClose} size={380} attributes={{ content: { 'aria-label': titleOf(asked) } }}>
      <div ref={content}>{asked !== null && <NameForm asked={asked} onClose={onClose} onName={onName} />}</div>
    </Modal>
  )
}

const titleOf = (asked: AskedName | null) => (asked?.kind === 'rename' ? t('Rename view') : t('Save view'))

function NameForm({ asked, onClose, onName }: NameFormProps) {
  const [name, setName] = useState(asked?.kind === 'rename' ? asked.name : '')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const submit = async () => {
    if (name.trim() === '') return setError(t('Give it a name'))
    setBusy(true)
    try {
      await onName(name.trim())
      onClose()
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
      setBusy(false)
    }
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void submit()
      }}
    >
      <h2>{titleOf(asked)}</h2>
      {asked?.kind === 'save' && <p>{t('Saves the current filters, search and sort order.')}</p>}
      <TextInput
        label={t('Name')}
        data-autofocus
        maxLength={40}
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setError(null)
        }}
      />
      <div className={classes.verbs}>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant="filled" loading={isBusy}>
          {asked?.kind === 'rename' ? t('Rename') : t('Save view')}
        </Button>
      </div>
    </form>
  )
}
