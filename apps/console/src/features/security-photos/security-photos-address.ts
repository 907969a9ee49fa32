import { securityPhotos } from '@wheelhouse/contract/security-photos/security-photos.ts'
import { listAddress } from '../../lists/list-address.ts'

export const securityPhotosAddress = listAddress(securityPhotos)
