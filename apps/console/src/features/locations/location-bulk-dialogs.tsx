import { IconStatusChange, IconTag } from '@tabler/icons-react'
import { bodyOf } from '@wheelhouse/contract/body-of.ts'
import { countTypedAbove } from '@wheelhouse/contract/commands/command-bodies.ts'
import { changeLocationPrivateTags, changeLocationTags } from '@wheelhouse/contract/locations/location-edit.ts'
import { forceLocationStatuses, setLocationStatuses } from '@wheelhouse/contract/locations/location-status.ts'
import { LocationTag } from '@wheelhouse/contract/locations/location-values.ts'
import { locationStatuses, tagsAtMost } from '@wheelhouse/contract/locations/location-values.ts'
import type { LocationStatus } from '@wheelhouse/contract/locations/location-values.ts'
import { BulkForm } from '../../lists/bulk-form.tsx'
import { useCanCall } from '../../session/can.ts'
import { t } from '../../i18n/i18n.ts'
import type { BulkDialogProps } from '../../lists/list-bulk.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import type { FormValues } from '../../ui/form/form-state.ts'
import { TagsField } from '../../ui/form/tags-field.tsx'
import { SwitchField, TextAreaField, TextField } from '../../ui/form/text-fields.tsx'
import { lookOf } from '../../ui/details/status-styles.ts'
import { useKnownTags } from './location-fields.tsx'
import { statusWord } from './location-status-menu.tsx'
import classes from './location-edit.module.css'

const tagsSchema = bodyOf(changeLocationTags).omit({ target: true })
const isEmpty = (value: unknown): boolean => !Array.isArray(value) || value.length === 0
/** What is removed need not be a tag that could be added: rules were looser once. */
const anyTag = { safeParse: (value: unknown) => ({ success: true as const, data: value }) }

/** Adds and removes tags of many: public ones, or those that only partners see. */
export function TagsBulkDialog({ count, ...bulk }: BulkDialogProps) {
  const kinds = [
    ...(useCanCall(changeLocationTags) ? [{ value: 'public', label: t('Public tags') }] : []),
    ...(useCanCall(changeLocationPrivateTags) ? [{ value: 'private', label: t('Private tags') }] : []),
  ]
  const known = useKnownTags()
  return (
    <Dialog
      opened
      onClose={bulk.onClose}
      title={count === '1' ? t('Tags for 1 location') : t('Tags for {{count}} locations', { count })}
      icon={IconTag}
      size={520}
      isBusy={bulk.isBusy}
    >
      <BulkForm
        {...bulk}
        schema={tagsSchema}
        defaults={{ kind: kinds[0]?.value, add: [], remove: [] }}
        bodyOf={({ add, remove }) => ({ add, remove })}
        check={({ add, remove }) =>
          isEmpty(add) && isEmpty(remove) ? { add: t('Add or remove at least one tag') } : null
        }
        routeOf={({ kind }) => (kind === 'private' ? changeLocationPrivateTags : changeLocationTags)}
        sendLabel={() => t('Change tags')}
      >
        {({ kind }) => (
          <>
            {kinds.length > 1 && <SelectField name="kind" label={t('Kind of tags')} options={kinds} />}
            <TagsField
              name="add"
              label={t('Add')}
              rule={LocationTag}
              known={kind === 'private' ? [] : known}
              most={tagsAtMost}
              help={t('At least 3 characters: letters, numbers and underscore.')}
            />
            <TagsField
              name="remove"
              label={t('Remove')}
              rule={anyTag}
              known={kind === 'private' ? [] : known}
              most={tagsAtMost}
            />
          </>
        )}
      </BulkForm>
    </Dialog>
  )
}

const statusSchema = bodyOf(setLocationStatuses).omit({ target: true })
const isEnd = ({ status }: FormValues): boolean => status === 'obsolete'

/** One status for many. Where the table does not lead there, that one fails and stays selected, unless it is forced. */
export function StatusBulkDialog({ count, ...bulk }: BulkDialogProps) {
  const maySet = useCanCall(setLocationStatuses)
  const mayForce = useCanCall(forceLocationStatuses)
  const offered = locationStatuses.filter((status) => mayForce || status !== 'obsolete')
  const number = count.replace(/\D/g, '')
  const isCounted = (values: FormValues): boolean => isEnd(values) && Number(number) > countTypedAbove
  return (
    <Dialog
      opened
      onClose={bulk.onClose}
      title={count === '1' ? t('Status for 1 location') : t('Status for {{count}} locations', { count })}
      icon={IconStatusChange}
      size={520}
      isBusy={bulk.isBusy}
    >
      <BulkForm
        {...bulk}
        schema={statusSchema}
        defaults={{ status: null, reason: '', is_forced: !maySet, typed: '' }}
        bodyOf={({ status, reason }) => ({ status, reason })}
        check={(values) =>
          isCounted(values) && String(values.typed).replace(/\D/g, '') !== number
            ? { typed: t('Type {{count}} to confirm', { count }) }
            : null
        }
        routeOf={(values) => (values.is_forced === true || isEnd(values) ? forceLocationStatuses : setLocationStatuses)}
        sendLabel={(values) =>
          isEnd(values) ? t('Make {{count}} obsolete', { count }) : t('Set {{count}}', { count })
        }
        isDanger={isEnd}
      >
        {(values) => (
          <>
            <SelectField
              name="status"
              label={t('Status')}
              options={offered.map((value) => ({
                value,
                label: statusWord(value),
                glyph: <Glyph of={value} />,
              }))}
            />
            <TextAreaField
              name="reason"
              label={t('Reason')}
              maxLength={500}
              help={t('At least 10 characters. Recorded in the history of each location.')}
            />
            {mayForce && maySet && !isEnd(values) && (
              <SwitchField
                name="is_forced"
                label={t('Force')}
                sentence={t('Also set locations for which this is not a usual next step')}
                help={t('Otherwise locations that cannot change to this status fail and stay selected.')}
              />
            )}
            {isEnd(values) && <ObsoleteNote />}
            {isCounted(values) && <TextField name="typed" label={t('Type {{count}} to continue', { count })} />}
          </>
        )}
      </BulkForm>
    </Dialog>
  )
}

/** Beside its word, which says it already. */
function Glyph({ of }: { of: LocationStatus }) {
  const Icon = lookOf('location_status', of).icon
  return Icon && <Icon size={14} aria-hidden />
}

const ObsoleteNote = () => (
  <p className={classes.warning} role="alert">
    {t('Obsolete is final: this cannot be undone.')}{' '}
    {t('Obsolete locations must not be repurposed. When the station is moved or reused, create a new location.')}
  </p>
)
