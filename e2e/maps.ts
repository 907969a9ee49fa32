import { chromium } from '@playwright/test'
import type { Browser, LaunchOptions } from '@playwright/test'

/** Maps need WebGL, which a browser without a window draws in software. */
export const launchWithMaps = ({ args = [], ...options }: LaunchOptions): Promise<Browser> =>
  chromium.launch({
    ...options,
    args: [
      ...args.filter((one) => one !== '--disable-gpu'),
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--ignore-gpu-blocklist',
    ],
  })
