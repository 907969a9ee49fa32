import { IconNetwork } from '@tabler/icons-react'
import { Network, setServiceNetworks } from '@wheelhouse/contract/service-accounts/service-accounts.ts'
import type { ServiceAccount } from '@wheelhouse/contract/service-accounts/service-accounts.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TagsField } from '../../ui/form/tags-field.tsx'

export function NetworksDialog({ account, onClose }: { account: ServiceAccount; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={t('Allowed networks')} icon={IconNetwork} size={480}>
      <ContractForm
        route={setServiceNetworks}
        params={{ console_user_id: account.console_user_id }}
        defaults={{ allowed_networks: account.allowed_networks }}
        onDone={onClose}
        onCancel={onClose}
      >
        <TagsField
          name="allowed_networks"
          label={t('Networks')}
          placeholder="203.0.113.0/24"
          help={t('Leave empty to allow every network. Tokens issued earlier stay valid for up to ten minutes.')}
          rule={Network}
          most={20}
        />
      </ContractForm>
    </Dialog>
  )
}
