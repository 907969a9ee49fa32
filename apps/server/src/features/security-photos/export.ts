import type { exportSecurityPhotos, SecurityPhoto } from '@wheelhouse/contract/security-photos/security-photos.ts'
import type { CsvColumns } from '../../lists/export.ts'

export const photoCells: CsvColumns<typeof exportSecurityPhotos, SecurityPhoto> = {
  id: (photo) => photo.id,
  location_code: (photo) => photo.location_code,
  location_label: (photo) => photo.location_label,
  device_type: (photo) => photo.device_type,
  device_number: (photo) => photo.device_number,
  taken_at: (photo) => photo.taken_at,
  user_name: (photo) => photo.user_name,
  reason: (photo) => photo.reason,
  comment: (photo) => photo.comment,
  bytes: (photo) => photo.bytes,
  width: (photo) => photo.width,
  height: (photo) => photo.height,
  kept_until: (photo) => photo.kept_until,
}
