package bots

import (
	"context"
	"time"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/trading"
)

// HouseBot is a bot of the house's own catalogue, with its state on a new platform.
type HouseBot struct {
	NewBot
	Agent        AgentKey
	Status       BotStatus
	StatusReason string
}

// AgentKey identifies an agent of the house permanently, whatever its name.
type AgentKey string

// The house's agents, which investment accounts follow.
const (
	AgentAtlas AgentKey = "atlas" // conservative
	AgentOrion AgentKey = "orion" // balanced
	AgentNova  AgentKey = "nova"  // aggressive
)

// numbers are the parameters of a strategy. A fill costs as much as the price moves in many minutes, so the house's bots
// look at long stretches of bars, set stops and targets far apart, and mostly trade on long bars.
type numbers = map[string]float64

// The groups of instruments that the house's bots trade.
var (
	largeCoins = []string{"BTCUSD", "ETHUSD"}
	wildCoins  = []string{"SOLUSD", "XRPUSD", "ADAUSD"}
	fiveCoins  = []string{"BTCUSD", "ETHUSD", "SOLUSD", "XRPUSD", "ADAUSD"}
	currencies = []string{"EURUSD", "GBPUSD", "AUDUSD"}
	shares     = []string{"AAPL", "MSFT", "NVDA", "SPY"}
)

// HouseAgents are the bots that investment accounts follow. They are active.
func HouseAgents() []HouseBot {
	return []HouseBot{
		agent(NewBot{
			Name: "Atlas", StrategyType: "trend", RiskLevel: trading.RiskLow, Timeframe: market.Hour, Symbols: largeCoins,
			Description: "The conservative agent. Follows trends of the two largest coins that last for days, and risks half a percent of " +
				"its equity on a trade. Most of its trades end in small losses; the few that run pay for them.",
			Parameters: numbers{"fastPeriod": 30, "slowPeriod": 100, "stopAtr": 6, "targetAtr": 20},
		}, AgentAtlas),
		agent(NewBot{
			Name: "Orion", StrategyType: "mean_reversion", RiskLevel: trading.RiskMedium, Timeframe: market.Day, Symbols: fiveCoins,
			Description: "The balanced agent. Bets on the way back after a coin has gone too far within weeks, and risks one " +
				"percent. It wins often and little; a strong trend costs it several trades in a row.",
		}, AgentOrion),
		agent(NewBot{
			Name: "Nova", StrategyType: "trend", RiskLevel: trading.RiskHigh, Timeframe: market.Hour, Symbols: wildCoins,
			Description: "The aggressive agent. Goes with every turn of three wild coins, hour by hour, and risks two percent. Three of " +
				"four trades lose; it lives from storms, and its results swing widely.",
			Parameters: numbers{"fastPeriod": 12, "slowPeriod": 36, "stopAtr": 4, "targetAtr": 15},
		}, AgentNova),
	}
}

// HouseBots is the catalogue of a showcase platform: every strategy, every risk level and every timeframe, the agents among
// them.
func HouseBots() []HouseBot {
	bots := append(append(HouseAgents(), dayBots()...), quickBots()...)
	for i := range bots {
		switch bots[i].Name {
		case "Pulse":
			bots[i].Status, bots[i].StatusReason = BotPaused, statusReasons[BotPaused]
		case "Hourly Momentum":
			bots[i].Status, bots[i].StatusReason = BotStopped, statusReasons[BotStopped]
		}
	}
	return append(bots, proof)
}

// dayBots decide once a day.
func dayBots() []HouseBot {
	return []HouseBot{
		house(NewBot{
			Name: "Range Breaker", StrategyType: "breakout", RiskLevel: trading.RiskHigh, Timeframe: market.Day, Symbols: wildCoins,
			Description: "Enters when a wild coin leaves its range of three weeks and leaves when it falls back. Half of the breaks fail.",
			Parameters:  numbers{"entryPeriod": 20, "exitPeriod": 10},
		}),
		house(NewBot{
			Name: "Crypto Trend Five", StrategyType: "trend", RiskLevel: trading.RiskMedium, Timeframe: market.Day, Symbols: fiveCoins,
			Description: "Follows trends of five coins over weeks, long and short, and is nearly always in the market.",
			Parameters:  numbers{"fastPeriod": 5, "slowPeriod": 20, "stopAtr": 3, "targetAtr": 10},
		}),
		house(NewBot{
			Name: "Long Horizon", StrategyType: "trend", RiskLevel: trading.RiskLow, Timeframe: market.Day, Symbols: fiveCoins,
			Description: "Follows slow trends of five coins for months. It makes few trades a year and needs patience.",
		}),
		house(NewBot{
			Name: "Daily Momentum", StrategyType: "momentum", RiskLevel: trading.RiskMedium, Timeframe: market.Day, Symbols: largeCoins,
			Description: "Joins moves of the two largest coins that gain speed, and leaves when they tire.",
		}),
		house(NewBot{
			Name: "Equity Swing", StrategyType: "mean_reversion", RiskLevel: trading.RiskMedium, Timeframe: market.Day, Symbols: shares,
			Description: "Bets on the way back after daily moves of large American companies and of the whole market, and " +
				"holds for days. It wins two of three trades, and little.",
			Parameters: numbers{"bandPeriod": 12, "bandWidth": 1.6, "rsiPeriod": 7, "oversold": 38, "overbought": 62, "stopAtr": 2.5},
		}),
		house(NewBot{
			Name: "Currency Drift", StrategyType: "trend", RiskLevel: trading.RiskLow, Timeframe: market.Day, Symbols: currencies,
			Description: "Goes with slow drifts of currencies. They move little, so its positions are large for what they risk, and it has " +
				"not earned its costs yet.",
		}),
	}
}

// quickBots decide on shorter bars, where costs weigh more.
func quickBots() []HouseBot {
	return []HouseBot{
		house(NewBot{
			Name: "Pulse", StrategyType: "momentum", RiskLevel: trading.RiskHigh, Timeframe: market.Hour, Symbols: wildCoins,
			Description: "Joins moves of wild coins that gain speed within hours. It is busy, and its costs show.",
		}),
		house(NewBot{
			Name: "Hourly Momentum", StrategyType: "momentum", RiskLevel: trading.RiskMedium, Timeframe: market.Hour, Symbols: largeCoins,
			Description: "Went with hourly moves of the two largest coins, which are too small for what a trade costs. It was stopped.",
		}),
		house(NewBot{
			Name: "Half-Day Breakout", StrategyType: "breakout", RiskLevel: trading.RiskMedium, Timeframe: market.FiveMinutes, Symbols: largeCoins,
			Description: "Enters when one of the two largest coins leaves the range of its last sixteen hours. Most breaks fail; it lives from the few " +
				"that run.",
			Parameters: numbers{"entryPeriod": 200, "exitPeriod": 100, "atrPeriod": 100, "stopAtr": 10, "targetAtr": 20},
		}),
		house(NewBot{
			Name: "Metronome", StrategyType: "trend", RiskLevel: trading.RiskLow, Timeframe: market.Minute, Symbols: append([]string{market.FairSymbol}, fiveCoins...),
			Description: "There to be watched: it trades nearly every minute, so that whoever follows it sees what copying is. Nothing can be " +
				"earned at that speed: each round trip costs a third of a percent. Follow it with little.",
			Parameters: numbers{"fastPeriod": 2, "slowPeriod": 6, "atrPeriod": 60, "stopAtr": 10, "targetAtr": 20},
		}),
	}
}

// proof uses models. It starts active; the runner halts it while they have no proven edge.
var proof = HouseBot{
	NewBot: NewBot{
		Name: "Proof", StrategyType: "ml", RiskLevel: trading.RiskLow, Timeframe: market.Day, Symbols: []string{"BTCUSD", "ETHUSD", "SOLUSD", "XRPUSD"},
		Description: "Trades only what its models have proved, which is to beat every simple rule on days that they had not seen, after costs. " +
			"It does nothing while they have not, and stops when they no longer do. It has no track record: its models know the past.",
	},
	Status: BotActive,
}

// agent is a bot of the house that investment accounts follow.
func agent(bot NewBot, key AgentKey) HouseBot {
	return HouseBot{NewBot: bot, Agent: key, Status: BotActive}
}

// house is an active bot of the house.
func house(bot NewBot) HouseBot { return HouseBot{NewBot: bot, Status: BotActive} }

// InstallBots adds bots of the platform in their states, as if created at a given moment, in reverse so that a list begins
// with the first. Existing agents, whatever their names, and other bots whose names are taken stay as they are, so any
// number of processes may install the same at once. It returns all of them, in the order given. It fails as CreateBot does.
func (s *Service) InstallBots(ctx context.Context, at time.Time, wanted ...HouseBot) ([]*Bot, error) {
	installed := make([]*Bot, len(wanted))
	for i, house := range wanted {
		bot, err := s.newBot(identity.Platform, house.NewBot, at.Add(-time.Duration(i)*time.Millisecond))
		if err != nil {
			return nil, err
		}
		bot.Agent, bot.Status, bot.StatusReason = house.Agent, house.Status, house.StatusReason
		err = s.db.InTx(ctx, func(tx *database.Tx) error {
			installed[i], err = findHouseBot(ctx, tx, house)
			if !fault.Is(err, fault.NotFound) {
				return err
			}
			installed[i] = bot
			added, err := s.addBot(ctx, tx, bot)
			if err != nil || added {
				return err
			}
			// Another process was first, or an agent's name belongs to another bot.
			if err := trading.DropAccount(ctx, tx, bot.AccountID); err != nil {
				return err
			}
			if installed[i], err = findHouseBot(ctx, tx, house); fault.Is(err, fault.NotFound) {
				return errNameTaken(house.Name)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return installed, nil
}
