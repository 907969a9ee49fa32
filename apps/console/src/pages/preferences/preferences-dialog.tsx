import { Button } from '@mantine/core'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { PreferencesForm } from './preferences-form.tsx'
import classes from './preferences.module.css'

/** What the profile shows, wherever one is. Each choice counts at once. */
export function PreferencesDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} size={480} title={t('Preferences')}>
      <div className={classes.dialog}>
        <PreferencesForm />
        <Button onClick={onClose}>{t('Close')}</Button>
      </div>
    </Dialog>
  )
}
