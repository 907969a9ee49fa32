import { Button } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { revealPersonalData } from '@wheelhouse/contract/users/users.ts'
import type { PersonalData, User } from '@wheelhouse/contract/users/users.ts'
import { useWrite } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import classes from './users.module.css'

/** Says before the click that it is recorded. */
export function Reveal({
  user,
  isShown,
  onShown,
}: {
  user: User
  isShown: boolean
  onShown: (data: PersonalData | null) => void
}) {
  const reveal = useWrite(revealPersonalData)
  const hasAny = user.phone !== null || user.email !== null || user.pin !== null
  if (!user.can_reveal || !hasAny) return null
  if (isShown)
    return (
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconEyeOff size={14} aria-hidden />}
        data-tip={t('Mask phone, email and PIN again')}
        onClick={() => onShown(null)}
      >
        {t('Hide personal data')}
      </Button>
    )
  return (
    <Button
      size="xs"
      variant="subtle"
      leftSection={<IconEye size={14} aria-hidden />}
      loading={reveal.isPending}
      data-tip={t('Every view is written to the audit log')}
      onClick={() => reveal.mutate({ params: { user_id: user.id } }, { onSuccess: onShown })}
    >
      {t('Show personal data')}
    </Button>
  )
}

/** Null where the person has none. */
export function personal(masked: string | null, whole: string | null | undefined) {
  if (masked === null) return null
  if (!whole) return <span className={classes.masked}>{masked}</span>
  return <CopyableId id={whole}>{spacedLike(masked, whole)}</CopyableId>
}

/** A phone number in the groups in which its mask is written; what has no groups stays as it is. */
function spacedLike(masked: string, whole: string): string {
  if (masked.replaceAll(' ', '').length !== whole.length) return whole
  let at = 0
  return masked.replaceAll(/\S/g, () => whole[at++] ?? '')
}
