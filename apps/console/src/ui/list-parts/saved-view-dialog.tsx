import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useFocusReturn } from '../base/focus-return.ts'
import classes from './saved-view-tabs.module.css'
import { t } from '../base/translate.ts'

export type AskedName = { kind: 'save' } | { kind: 'rename'; id: string; name: string }

type NameFormProps = {
  asked: AskedName | null
  canShare: boolean
  onClose: () => void
  onName: (name: string, isShared: boolean) => Promise<void>
}

/** Asks for the name of a saved view. */
export function SavedViewDialog({ opened, ...form }: NameFormProps & { opened: boolean }) {
  const { asked, onClose } = form
  const content = useRef<HTMLDivElement>(null)
  useFocusReturn(opened, content)
  return (
    <Modal opened={opened} onClose={onClose} size={380} attributes={{ content: { 'aria-label': titleOf(asked) } }}>
      <div ref={content}>{asked !== null && <NameForm {...form} />}</div>
    </Modal>
  )
}

const titleOf = (asked: AskedName | null) => (asked?.kind === 'rename' ? t('Rename view') : t('Save view'))

function NameForm({ asked, canShare, onClose, onName }: NameFormProps) {
  const [name, setName] = useState(asked?.kind === 'rename' ? asked.name : '')
  const [isShared, setShared] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const submit = async () => {
    if (name.trim() === '') return setError(t('Enter a name'))
    setBusy(true)
    try {
      await onName(name.trim(), isShared)
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
      {asked?.kind === 'save' && canShare && (
        <Checkbox
          label={t('Share with everyone in your organization')}
          description={t('Each colleague sees only what their own permissions show them.')}
          checked={isShared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      )}
      <div className={classes.verbs}>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant="filled" loading={isBusy}>
          {asked?.kind === 'rename' ? t('Rename') : t('Save view')}
        </Button>
      </div>
    </form>
  )
}
