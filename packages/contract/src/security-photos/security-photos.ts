import * as z from 'zod'
import { eventsOf } from '../events/events.ts'
import { anyOf, list, ownFilter } from '../list.ts'
import { Id, Instant, route } from '../route.ts'

/** Why a camera takes a picture by itself; one that a person asks for has a reason of the commands. */
export const cameraReasons = ['motion', 'unknown_key', 'forced_open', 'tamper', 'move', 'wire_cut', 'started'] as const

export const SecurityPhoto = z.object({
  id: Id,
  location_id: Id,
  location_code: z.string(),
  location_label: z.string(),
  device_id: Id.nullable(),
  device_type: z.string().nullable(),
  device_number: z.number().int().nullable(),
  taken_at: Instant,
  /** Who asked for it; null: the camera by itself. */
  user_id: Id.nullable(),
  user_name: z.string().nullable(),
  /** One of the commands' reasons or of `cameraReasons`. */
  reason: z.string(),
  comment: z.string().nullable(),
  bytes: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  /** How often the picture was looked at. */
  views: z.number().int(),
  /** When it is deleted, at the latest by the next morning. */
  kept_until: Instant,
})
export type SecurityPhoto = z.infer<typeof SecurityPhoto>

const listPath = '/location/v1/security-photos'
const onePath = '/location/v1/locations/:location_id/security-photos/:photo_id'
const Ref = z.strictObject({ location_id: Id, photo_id: Id })
const on = { location: 'location_id' } as const
const see = { location: ['GETSECURITYPHOTOS'] } as const

/** The file names each photo without its picture: a picture is looked at one by one, and each look is recorded. */
export const securityPhotos = list({
  says: { failed: 'Fetch security photos failed' },
  staleOn: ['security_photo'],
  path: listPath,
  summary: 'Security photos of the locations that the caller may see, newest first; the pictures need a link each',
  access: { location: ['GET', 'GETSECURITYPHOTOS'] },
  row: SecurityPhoto,
  filters: {
    location_id: anyOf(Id),
    device_id: anyOf(Id),
    from: ownFilter(Instant.optional()),
    to: ownFilter(Instant.optional()),
  },
  sortBy: ['taken_at'],
  order: 'desc',
  exports: [
    'id',
    'location_code',
    'location_label',
    'device_type',
    'device_number',
    'taken_at',
    'user_name',
    'reason',
    'comment',
    'bytes',
    'width',
    'height',
    'views',
    'kept_until',
  ],
})
export const listSecurityPhotos = securityPhotos.route
export const exportSecurityPhotos = securityPhotos.csv

export const getSecurityPhoto = route({
  method: 'GET',
  path: onePath,
  summary: 'One security photo without its picture',
  staleOn: ['security_photo'],
  access: see,
  on,
  params: Ref,
  reply: SecurityPhoto,
})

/** Who was given a link to it, and who looked. */
export const listSecurityPhotoEvents = eventsOf(getSecurityPhoto, { location: ['GETSECURITYPHOTOS', 'GET_EVENTS'] })

export const ViewLink = z.object({
  /** An address of these services, without their host. */
  url: z.string(),
  expires_at: Instant,
})
export type ViewLink = z.infer<typeof ViewLink>

/** Spec section 3: a time-limited view link. It is a secret: the answer is not kept for a repeat. */
export const createViewLink = route({
  method: 'POST',
  path: `${onePath}/view-links`,
  summary: 'A link to look at one security photo for a short time; the link and each look are events',
  says: { failed: 'Get view link failed' },
  access: see,
  on,
  params: Ref,
  reply: ViewLink,
  isSecret: true,
})

/** 95 characters are all there are: version, photo, person, end, signature. */
const Token = z.string().regex(/^[\w-]{20,160}$/)

export const viewSecurityPhoto = route({
  method: 'GET',
  path: '/location/v1/security-photo-views/:token',
  summary: 'The picture behind a view link',
  access: {
    public:
      'the signed address is the permission: for one photo and one person, over after minutes; a picture in a page carries no token',
  },
  params: z.strictObject({ token: Token }),
  file: 'image/jpeg',
})

export const uploadSecurityPhoto = route({
  method: 'PUT',
  path: '/device/v1/security-photo-uploads/:token',
  summary: 'Upload of the one photo that a camera was asked for',
  access: {
    public:
      'the signed address is the permission: for one command and one picture, over with the time limit of the command',
  },
  params: z.strictObject({ token: Token }),
})

/** Of one picture. */
export const photoBytesAtMost = 8 * 1024 * 1024
