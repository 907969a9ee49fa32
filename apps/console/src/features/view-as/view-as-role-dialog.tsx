import { Button, Select } from '@mantine/core'
import { IconEyeglass2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listResourceGroups } from '@wheelhouse/contract/permissions/permissions.ts'
import { beginView, viewLastsMinutes } from '@wheelhouse/contract/view-as/view-as.ts'
import { read, useWrite } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import { enterView } from '../../session/view-as.ts'
import { failureText } from '../../shell/messages.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import classes from './view-as.module.css'

/** In which resource group the role is held decides which locations it shows. */
export function ViewAsRoleDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const [group, setGroup] = useState<string | null>(null)
  const groups = useQuery(read(listResourceGroups, {}))
  const begin = useWrite(beginView, { isQuiet: true, onDone: enterView })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('View as {{name}}', { name })}
      icon={IconEyeglass2}
      size={480}
      isBusy={begin.isPending}
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (group !== null) begin.mutate({ body: { role_id: id, resource_group_id: group } })
        }}
      >
        <p className={classes.lead}>
          {t(
            'You see what a person with this role alone would see, in this tab and for {{minutes}} minutes. Nothing can be changed, revealed or exported. The start and the end are recorded in the event history.',
            { minutes: viewLastsMinutes },
          )}
        </p>
        <Select
          label={t('The role is held in the resource group')}
          placeholder={t('Resource group')}
          data={(groups.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
          value={group}
          onChange={setGroup}
          searchable
          nothingFoundMessage={t('Nothing matches')}
        />
        {begin.error !== null && (
          <p className={classes.error} role="alert">
            {failureText(beginView.says.failed, begin.error)}
          </p>
        )}
        <div className={classes.verbs}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="filled" disabled={group === null} loading={begin.isPending}>
            {t('View as {{name}}', { name })}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
