/** What Playwright switches off by default. The browser heeds only the last list, so ours must repeat it. */
const offByPlaywright = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
]

/** The address bar's suggestions are two more web pages in each window, which took 2 s of processor time a window. */
const addressBarPages = ['WebUIOmniboxAimPopup', 'WebUIOmniboxPopup']

/** How stories and benchmarks start Chromium: nothing of it works beside the page. */
export const browserArguments = (): string[] => [
  // Chromium refuses its sandbox to root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...offByPlaywright, ...addressBarPages].join(',')}`,
]
