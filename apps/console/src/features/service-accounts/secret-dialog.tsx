import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { createServiceSecret } from '@wheelhouse/contract/service-accounts/service-accounts.ts'
import type { MadeSecret } from '@wheelhouse/contract/service-accounts/service-accounts.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { NumberField } from '../../ui/form/text-fields.tsx'
import classes from './service-accounts.module.css'

interface SecretDialogProps {
  id: string
  name: string
  onClose: () => void
}

/** Makes a secret and shows it this one time, with the call that turns it into a token. */
export function SecretDialog({ id, name, onClose }: SecretDialogProps) {
  const [made, setMade] = useState<MadeSecret | null>(null)
  return (
    <Dialog opened onClose={onClose} title={t('New secret for {{name}}', { name })} icon={IconKey} size={600}>
      {made === null ? (
        <ContractForm
          route={createServiceSecret}
          params={{ console_user_id: id }}
          defaults={{ valid_days: 90 }}
          saveLabel={t('Create secret')}
          hasDraft={false}
          onDone={setMade}
          onCancel={onClose}
        >
          <NumberField name="valid_days" label={t('Valid for, days')} help={t('At most 366 days')} />
        </ContractForm>
      ) : (
        <Made made={made} />
      )}
    </Dialog>
  )
}

/** The form that had the focus is gone. */
const focus = (element: HTMLElement | null): void => element?.focus()

function Made({ made }: { made: MadeSecret }) {
  const { client_id, client_secret, token_url, scope } = made
  const command = `curl -u ${client_id}:${client_secret} -d grant_type=client_credentials -d scope=${scope} ${token_url}`
  return (
    <div className={classes.made}>
      <p tabIndex={-1} ref={focus}>
        {t('Copy the secret now. It is not shown again.')}
      </p>
      <KeyValueGrid
        items={[
          { label: t('Client ID'), value: <CopyableId id={client_id} isMono /> },
          { label: t('Secret'), value: <CopyableId id={client_secret} isMono /> },
        ]}
      />
      <p>{t('This command gets a token, which is valid for ten minutes:')}</p>
      <CopyableId id={command} isMono />
      <p>
        {t('Send the token with each request to the API:')} <code>Authorization: Bearer …</code>
      </p>
    </div>
  )
}
