import { chromium } from "./puppeteer.ts";
import { describeJourney } from "./journey.ts";

describeJourney(chromium);
