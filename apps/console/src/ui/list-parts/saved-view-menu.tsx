import {
  IconChevronDown,
  IconCopy,
  IconDeviceFloppy,
  IconPencil,
  IconTrash,
  IconUserOff,
  IconUsers,
} from '@tabler/icons-react'
import { Menu, MenuItem } from '../dialogs/overlay.tsx'
import classes from './saved-view-tabs.module.css'
import type { ViewTab } from './saved-view-tabs.tsx'
import { t } from '../base/translate.ts'

type SavedViewMenuProps = {
  view: ViewTab
  canShare: boolean
  onUpdate: (id: string) => void
  onRename: () => void
  onShare: (id: string, isShared: boolean) => void
  /** Saves the current filters as a view of the reader. */
  onCopy: () => void
  onDelete: (id: string) => void
}

/** What one may do with the view that is looked at. A colleague's is copied, not changed. */
export const SavedViewMenu = (props: SavedViewMenuProps) => (
  <Menu
    position="bottom-start"
    target={
      <button type="button" className={classes.more} aria-label={t('Saved view {{name}}', { name: props.view.label })}>
        <IconChevronDown size={14} aria-hidden />
      </button>
    }
  >
    {props.view.sharedBy === null ? (
      <OwnItems {...props} />
    ) : (
      <MenuItem leftSection={<IconCopy size={15} />} onClick={props.onCopy}>
        {t('Save as my own view')}
      </MenuItem>
    )}
    {props.view.canDelete && (
      <MenuItem data-danger leftSection={<IconTrash size={15} />} onClick={() => props.onDelete(props.view.id)}>
        {props.view.isShared ? t('Delete view for everyone') : t('Delete view')}
      </MenuItem>
    )}
  </Menu>
)

const OwnItems = ({ view, canShare, onUpdate, onRename, onShare }: SavedViewMenuProps) => (
  <>
    {view.isChanged && (
      <MenuItem leftSection={<IconDeviceFloppy size={15} />} onClick={() => onUpdate(view.id)}>
        {t('Save changes')}
      </MenuItem>
    )}
    <MenuItem leftSection={<IconPencil size={15} />} onClick={onRename}>
      {t('Rename')}
    </MenuItem>
    {view.isShared && (
      <MenuItem leftSection={<IconUserOff size={15} />} onClick={() => onShare(view.id, false)}>
        {t('Stop sharing')}
      </MenuItem>
    )}
    {!view.isShared && canShare && (
      <MenuItem leftSection={<IconUsers size={15} />} onClick={() => onShare(view.id, true)}>
        {t('Share with your organization')}
      </MenuItem>
    )}
  </>
)
