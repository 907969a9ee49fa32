import { Button } from '@mantine/core'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { goKeys } from '../navigation/go-keys.ts'
import type { DestinationGroup } from '../navigation/navigation.ts'
import classes from './keys-dialog.module.css'

interface KeyLine {
  keys: readonly string[]
  does: string
}

const command = (): string => (navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl')

const everywhere = (): KeyLine[] => [
  { keys: [command(), 'K'], does: t('Find anything, or do something') },
  { keys: ['/'], does: t('Search the list, or find anything') },
  { keys: ['?'], does: t('Show these keys') },
  { keys: ['Esc'], does: t('Close what is open') },
]
const inFinder = (): KeyLine[] => [
  { keys: ['Tab'], does: t('Show what can be done with a result') },
  { keys: [command(), '↵'], does: t('Open in a new tab') },
]
const inLists = (): KeyLine[] => [
  { keys: ['↑', '↓'], does: t('Move between rows') },
  { keys: ['→', '←'], does: t('Into the cells of a row, and back') },
  { keys: ['↵'], does: t('Open the row') },
  { keys: ['X'], does: t('Select the row; with Shift, all rows since the last one') },
  { keys: [command(), 'A'], does: t('Select all loaded rows') },
]
const inCommands = (): KeyLine[] => [
  { keys: ['1', '…', '0'], does: t('Pick the reason') },
  { keys: [command(), '↵'], does: t('Send') },
]

interface KeysDialogProps {
  groups: readonly DestinationGroup[]
  opened: boolean
  onClose: () => void
}

/** All keys of the console. The pages are those of this person's menu. */
export function KeysDialog({ groups, opened, onClose }: KeysDialogProps) {
  const paths = new Set(groups.flatMap(({ destinations }) => destinations.map(({ path }) => path)))
  const pages = goKeys
    .filter(({ path }) => paths.has(path))
    .map(({ key, label }) => ({ keys: ['G', key.toUpperCase()], does: t(label) }))
  return (
    <Dialog opened={opened} onClose={onClose} size={640} title={t('Keyboard shortcuts')} isQuestion>
      <div className={classes.keys}>
        <Keys label={t('Everywhere')} lines={everywhere()} />
        <Keys label={t('Go to')} lines={pages} />
        <Keys label={t('In lists')} lines={inLists()} />
        <Keys label={t('In the search')} lines={inFinder()} />
        <Keys label={t('In a command')} lines={inCommands()} />
      </div>
      <div className={classes.foot}>
        <Button onClick={onClose} data-autofocus>
          {t('Close')}
        </Button>
      </div>
    </Dialog>
  )
}

const Keys = ({ label, lines }: { label: string; lines: readonly KeyLine[] }) => (
  <section>
    <h3>{label}</h3>
    <dl>
      {lines.map(({ keys, does }) => (
        <div key={does}>
          <dt>{does}</dt>
          <dd>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
