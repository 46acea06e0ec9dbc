import { firefox } from "./puppeteer.ts";
import { describeJourney } from "./journey.ts";

describeJourney(firefox);
