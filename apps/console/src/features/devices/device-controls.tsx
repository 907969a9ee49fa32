import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { lastComments } from '@wheelhouse/contract/commands/commands.ts'
import { plainDeviceFields, plainDeviceLabels } from '@wheelhouse/contract/devices/device-fields.ts'
import type { PlainDeviceField } from '@wheelhouse/contract/devices/device-fields.ts'
import { read } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import { CommentChips } from '../../ui/dialogs/comment-chips.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import { TextAreaField, TextField } from '../../ui/form/text-fields.tsx'
import classes from './device-edit.module.css'

const named = (name: PlainDeviceField) => ({ name, label: t(plainDeviceLabels[name]) })

/** The form control of every plain field: a field without one does not compile. */
const controls: Record<PlainDeviceField, (isNew: boolean) => ReactNode> = {
  /** Of one device only, so that the form for many does not ask for it. */
  alias: (isNew) =>
    !isNew && (
      <TextField
        {...named('alias')}
        maxLength={64}
        help={t('Search finds it like the code. Unique within the location.')}
      />
    ),
  comment: (isNew) => (
    <>
      <TextAreaField {...named('comment')} maxLength={500} />
      {!isNew && <LastComments />}
    </>
  ),
}

export const DeviceControls = ({ isNew = false }: { isNew?: boolean }) =>
  plainDeviceFields.map((name) => <Fragment key={name}>{controls[name](isNew)}</Fragment>)

/** One tap instead of a keyboard in gloves. */
function LastComments() {
  const { set } = useForm()
  const { data = [] } = useQuery(read(lastComments))
  return (
    <div className={classes.chips}>
      <CommentChips comments={data} onPick={(comment) => set({ comment })} />
    </div>
  )
}
