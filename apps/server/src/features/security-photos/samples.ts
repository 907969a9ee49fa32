import { uuidv7 } from 'uuidv7'
import {
  createViewLink,
  listSecurityPhotos,
  uploadSecurityPhoto,
  viewSecurityPhoto,
} from '@wheelhouse/contract/security-photos/security-photos.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import { hexId } from '../../../test/support/serial.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

/** The row alone: only a camera brings a picture. */
export async function makeSecurityPhoto(
  w: TestApp,
  location_id: string,
  values: Record<string, unknown> = {},
): Promise<string> {
  const id = uuidv7()
  const now = w.clock.now().toISOString()
  const row = {
    id,
    location_id,
    device_id: null,
    hardware_id: hexId(24),
    command_id: uuidv7(),
    user_id: null,
    reason: 'motion',
    comment: null,
    bytes: 40_000,
    width: 640,
    height: 480,
    deleting_since: null,
    taken_at: now,
    created_at: now,
    ...values,
  }
  await w.db.insertInto('security_photos').values(row).execute()
  return id
}

export const samples: FeatureSamples = {
  things: async (w, { location_id }) => ({ photo_id: await makeSecurityPhoto(w, location_id) }),
  routes: [
    sample(createViewLink, { isUnversioned: true }),
    // A camera and a picture in a page carry no token: their address is signed.
    sample(uploadSecurityPhoto, { isPublic: true, isUnkeyed: true }),
    sample(viewSecurityPhoto, { isPublic: true }),
  ],
  lists: [
    listSample(listSecurityPhotos, {
      type: 'location',
      action: 'GETSECURITYPHOTOS',
      rows: `select id, array['location ' || location_id] as through from security_photos`,
    }),
  ],
}
