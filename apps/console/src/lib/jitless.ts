import * as z from 'zod'

// The content security policy allows no eval; this file is imported before any other, so before the first schema.
z.config({ jitless: true })
