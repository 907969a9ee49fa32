import { Button, Menu, Modal, TextInput } from '@mantine/core'
import { IconChevronDown, IconDeviceFloppy, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Badge } from './badge.tsx'
import { Link } from './link.tsx'
import type { Tab } from './page.tsx'
import pageClasses from './page.module.css'
import classes from './saved-view-tabs.module.css'
import { number, t } from './words.ts'

/** A person's own named address. */
export type ViewTab = Tab & { /** One came from here and has changed the filter since. */ isChanged?: boolean }

type SavedViewTabsProps = {
  label: string
  /** The list's own addresses, which nobody can change: "All", or active and history. */
  tabs: readonly Tab[]
  views: readonly ViewTab[]
  /** The name is checked by the server; rejects with what it says. */
  onSave: (name: string) => Promise<void>
  onRename: (id: string, name: string) => Promise<void>
  /** The view gets the filter of now. */
  onUpdate: (id: string) => void
  onDelete: (id: string) => void
}

type Asked = { kind: 'save' } | { kind: 'rename'; view: ViewTab }

/** Below the title: the list's own addresses, then the person's, then "Save view". */
export function SavedViewTabs({ label, tabs, views, onSave, onRename, onUpdate, onDelete }: SavedViewTabsProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  return (
    <div className={pageClasses.tabs} role="group" aria-label={label}>
      {tabs.map((tab) => (
        <TabLink key={tab.id} tab={tab} />
      ))}
      {views.map((view) => (
        <span key={view.id} className={classes.view} data-active={view.isActive || undefined}>
          <TabLink tab={view} />
          {view.isActive && (
            <ViewMenu view={view} onUpdate={onUpdate} onDelete={onDelete} onRename={() => setAsked({ kind: 'rename', view })} />
          )}
        </span>
      ))}
      <button type="button" className={pageClasses.tab} onClick={() => setAsked({ kind: 'save' })}>
        <IconPlus size={14} stroke={1.75} aria-hidden />
        {t('Save view')}
      </button>
      <NameDialog
        asked={asked}
        onClose={() => setAsked(null)}
        onName={(name) => (asked?.kind === 'rename' ? onRename(asked.view.id, name) : onSave(name))}
      />
    </div>
  )
}

const TabLink = ({ tab }: { tab: ViewTab }) => (
  <Link
    className={pageClasses.tab}
    href={tab.href}
    data-active={tab.isActive || undefined}
    aria-current={tab.isActive ? 'page' : undefined}
  >
    {tab.label}
    {tab.isChanged && <span className={classes.changed} role="img" aria-label={t('changed')} data-tip={t('Changed since it was saved')} />}
    {tab.count !== undefined && <Badge {...(tab.tone ? { tone: tab.tone } : {})}>{number(tab.count)}</Badge>}
  </Link>
)

type ViewMenuProps = { view: ViewTab; onUpdate: (id: string) => void; onDelete: (id: string) => void; onRename: () => void }

const ViewMenu = ({ view, onUpdate, onDelete, onRename }: ViewMenuProps) => (
  <Menu position="bottom-start">
    <Menu.Target>
      <button type="button" className={classes.more} aria-label={t('Saved view {{name}}', { name: view.label })}>
        <IconChevronDown size={14} stroke={1.75} aria-hidden />
      </button>
    </Menu.Target>
    <Menu.Dropdown>
      {view.isChanged && (
        <Menu.Item leftSection={<IconDeviceFloppy size={15} stroke={1.75} />} onClick={() => onUpdate(view.id)}>
          {t('Save changes')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconPencil size={15} stroke={1.75} />} onClick={onRename}>
        {t('Rename')}
      </Menu.Item>
      <Menu.Item data-danger leftSection={<IconTrash size={15} stroke={1.75} />} onClick={() => onDelete(view.id)}>
        {t('Delete view')}
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)

type NameDialogProps = { asked: Asked | null; onClose: () => void; onName: (name: string) => Promise<void> }

const NameDialog = ({ asked, onClose, onName }: NameDialogProps) => (
  <Modal opened={asked !== null} onClose={onClose} size={380} attributes={{ content: { 'aria-label': titleOf(asked) } }}>
    {asked !== null && <NameForm asked={asked} onClose={onClose} onName={onName} />}
  </Modal>
)

const titleOf = (asked: Asked | null) => (asked?.kind === 'rename' ? t('Rename view') : t('Save view'))

function NameForm({ asked, onClose, onName }: NameDialogProps) {
  const [name, setName] = useState(asked?.kind === 'rename' ? asked.view.label : '')
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
      {asked?.kind === 'save' && <p>{t('Filters, search and order as they are now, under a name of your own.')}</p>}
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
