import type { FeatureCollection, Point } from 'geojson'

// name | latitude longitude
const cities = `
Tallinn 59.437 24.754; Oslo 59.913 10.739; San Francisco 37.776 -122.417; Tartu 58.378 26.729; Helsinki 60.17 24.938; Stockholm 59.329 18.069
Riga 56.949 24.105; Vilnius 54.687 25.28; Copenhagen 55.676 12.568; Bergen 60.393 5.324; Trondheim 63.431 10.395; Gothenburg 57.709 11.975
Hamburg 53.551 9.994; Berlin 52.52 13.405; Warsaw 52.23 21.012; Amsterdam 52.368 4.904; Brussels 50.85 4.352; Paris 48.857 2.352; London 51.507 -0.128
Dublin 53.35 -6.26; Madrid 40.417 -3.704; Lisbon 38.722 -9.139; Barcelona 41.388 2.17; Rome 41.903 12.496; Milan 45.464 9.19; Vienna 48.208 16.374
Zurich 47.377 8.541; Prague 50.076 14.438; Budapest 47.498 19.04; Athens 37.984 23.728; Istanbul 41.008 28.978; Kyiv 50.45 30.523; Reykjavik 64.147 -21.943
Baltimore 39.29 -76.612; Washington 38.907 -77.037; New York 40.713 -74.006; Boston 42.36 -71.059; Chicago 41.878 -87.63; Toronto 43.653 -79.383; Montreal 45.502 -73.567; Seattle 47.606 -122.332
Portland 45.515 -122.678; Los Angeles 34.052 -118.244; San Diego 32.716 -117.161; Denver 39.739 -104.99; Houston 29.76 -95.37; Miami 25.762 -80.192
Mexico City 19.433 -99.133; Bogotá 4.711 -74.072; Lima -12.046 -77.043; São Paulo -23.551 -46.633; Buenos Aires -34.604 -58.382; Santiago -33.449 -70.669
Cairo 30.044 31.236; Lagos 6.524 3.379; Nairobi -1.292 36.822; Cape Town -33.925 18.424; Dubai 25.205 55.271; Delhi 28.614 77.209; Mumbai 19.076 72.878
Bangkok 13.756 100.502; Singapore 1.352 103.82; Hong Kong 22.319 114.169; Shanghai 31.23 121.474; Beijing 39.904 116.407; Seoul 37.567 126.978
Tokyo 35.676 139.65; Sydney -33.869 151.209; Melbourne -37.814 144.963; Auckland -36.848 174.763`

const districts = `
Kopli 59.459 24.694; Kalamaja 59.448 24.735; Kesklinn 59.434 24.751; Kadriorg 59.438 24.789; Pirita 59.467 24.832; Lasnamäe 59.437 24.86
Ülemiste 59.42 24.801; Mustamäe 59.405 24.675; Kristiine 59.425 24.712; Nõmme 59.386 24.686; Haabersti 59.427 24.645
Sentrum 59.913 10.741; Grünerløkka 59.924 10.759; Majorstuen 59.929 10.714; Frogner 59.917 10.705; Gamle Oslo 59.906 10.778; Nydalen 59.95 10.765
Skøyen 59.922 10.679; Bygdøy 59.905 10.682; St. Hanshaugen 59.928 10.739; Nordstrand 59.867 10.791; Ullern 59.925 10.654`

const waters = `
Tallinn Bay 59.49 24.75; Gulf of Finland 59.75 25; Oslofjord 59.86 10.69; Chesapeake Bay 38.6 -76.42`

const entry = /^(.+?) (-?[\d.]+) (-?[\d.]+)$/

const featuresOf = (table: string, rank: string) =>
  table
    .split(/[;\n]/)
    .map((text) => entry.exec(text.trim()))
    .filter((found) => found !== null)
    .map(([, name = '', latitude, longitude]) => ({
      type: 'Feature' as const,
      properties: { name, rank },
      geometry: { type: 'Point' as const, coordinates: [Number(longitude), Number(latitude)] },
    }))

/** Names that give orientation without streets: large cities, and the districts of the demonstration data. */
export const placeNames: FeatureCollection<Point, { name: string; rank: string }> = {
  type: 'FeatureCollection',
  features: [...featuresOf(cities, 'city'), ...featuresOf(districts, 'district'), ...featuresOf(waters, 'water')],
}
