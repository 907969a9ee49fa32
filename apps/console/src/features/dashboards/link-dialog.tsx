import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import {
  closePublicLink,
  FrameOrigin,
  getDashboard,
  openPublicLink,
} from '@wheelhouse/contract/dashboards/dashboards.ts'
import type { Dashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { call, useWrite } from '../../api/api.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { ContractForm } from '../../forms/contract-form.tsx'
import { config } from '../../http/config.ts'
import { t } from '../../i18n/i18n.ts'
import { useUser } from '../../stores/user-store.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { MomentField } from '../../ui/form/moment-field.tsx'
import { TagsField } from '../../ui/form/tags-field.tsx'
import { embedCode } from './embed-code.ts'
import classes from './dashboards.module.css'

/** Where a public link leads: below the address that the configuration names. */
export const publicAddress = (path: string): string => `${config().dashboards_url}/${path}`

interface LinkDialogProps {
  board: Dashboard
  onClose: () => void
}

/** Switches the public link on and off, gives it another address and an end. */
export function LinkDialog({ board, onClose }: LinkDialogProps) {
  const link = board.public_link
  return (
    <Dialog opened onClose={onClose} title={t('Public link')} icon={IconLink} size={560}>
      <p className={classes.words}>
        {t(
          'Anyone with the address can see these statistics without signing in. No money, no group smaller than five people, all numbers rounded. The link shows what you may see and ends when you can no longer edit this dashboard. Only colleagues who may see all of these statistics can change its locations and charts.',
        )}
      </p>
      {link === null ? (
        <SwitchOn board={board} onClose={onClose} />
      ) : (
        <IsOn board={board} link={link} onClose={onClose} />
      )}
    </Dialog>
  )
}

const paramsOf = ({ id }: Dashboard) => ({ dashboard_id: id })

function SwitchOn({ board, onClose }: LinkDialogProps) {
  const write = useWrite(openPublicLink)
  return (
    <div className={classes.foot}>
      <Button onClick={onClose}>{t('Cancel')}</Button>
      <Button
        variant="filled"
        loading={write.isPending}
        onClick={() => write.mutate({ params: paramsOf(board), body: {}, version: board.version })}
      >
        {t('Switch on')}
      </Button>
    </div>
  )
}

/** For a website that the owner allowed to frame the dashboard; anywhere else the frame would stay empty. */
function EmbedCode({ html }: { html: string }) {
  return (
    <section className={classes.embed} aria-label={t('Code for a website')}>
      <header>
        <h3>{t('Code for a website')}</h3>
        <CopyableId id={html} variant="boxed">
          {t('Code')}
        </CopyableId>
      </header>
      <code tabIndex={0}>{html}</code>
      <p>
        {t(
          'Only the websites that are saved below can show the dashboard in a frame. Anyone with the link can open it directly.',
        )}
      </p>
    </section>
  )
}

function IsOn({ board, link, onClose }: LinkDialogProps & { link: NonNullable<Dashboard['public_link']> }) {
  const { timezone } = useUser((state) => state.userPreferences)
  const params = paramsOf(board)
  const { expires_at, frame_origins } = link
  return (
    <>
      <p className={classes.address}>
        <CopyableId id={publicAddress(link.path)} />
      </p>
      {frame_origins.length > 0 && <EmbedCode html={embedCode(board.name, publicAddress(link.path))} />}
      <div className={classes.linkActions}>
        <ActionButton
          route={openPublicLink}
          input={{ params, body: { expires_at, frame_origins, is_new: true }, version: board.version }}
          label={t('New address')}
          done={t('Address replaced')}
          confirm={{
            title: t('Replace the address?'),
            children: t('The current address stops working immediately.'),
            isDanger: true,
          }}
        />
        <ActionButton
          route={closePublicLink}
          input={{ params, version: board.version }}
          label={t('Switch off')}
          confirm={{
            title: t('Switch the public link off?'),
            children: t('The address stops working immediately, also inside frames.'),
            isDanger: true,
          }}
        />
      </div>
      <ContractForm
        key={board.version}
        route={openPublicLink}
        params={params}
        defaults={{ expires_at, frame_origins, is_new: false }}
        version={board.version}
        fresh={() => call(getDashboard, { params })}
        done={t('Public link changed')}
        onCancel={onClose}
        hasDraft={false}
      >
        <MomentField
          name="expires_at"
          label={t('Expires')}
          timeZone={timezone}
          help={t('Leave empty to keep it until it is switched off.')}
        />
        <TagsField
          name="frame_origins"
          rule={FrameOrigin}
          most={10}
          label={t('Websites allowed to embed this dashboard')}
          help={t('Addresses of websites, such as https://www.example.org. Leave empty to allow none.')}
        />
      </ContractForm>
    </>
  )
}
