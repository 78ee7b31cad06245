package bots

import (
	"context"
	"time"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/trading"
)

// HouseBot is a bot of the house's own catalogue, with the state in which a new platform begins with it.
type HouseBot struct {
	NewBot
	Agent        AgentKey
	Status       BotStatus
	StatusReason string
}

// AgentKey names an agent of the house for good, whatever it is called.
type AgentKey string

// The house's agents, which investment accounts follow.
const (
	AgentAtlas AgentKey = "atlas" // conservative
	AgentOrion AgentKey = "orion" // balanced
	AgentNova  AgentKey = "nova"  // aggressive
)

// numbers are the parameters of a strategy. On short bars a fill costs as much as the price moves in many of
// them, so the house's bots look at long stretches of them there, and set stops and targets far apart.
type numbers = map[string]float64

// HouseAgents are the bots that investment accounts follow. They run.
func HouseAgents() []HouseBot {
	return []HouseBot{
		agent(NewBot{
			Name: "Atlas", StrategyType: "trend", RiskLevel: trading.RiskLow, Timeframe: market.Hour, Symbols: []string{"BTCUSD", "ETHUSD"},
			Description: "The conservative agent. Follows hourly trends of the two largest coins and risks half a percent of " +
				"its equity on a trade. It trades seldom and sits out markets without direction.",
		}, AgentAtlas),
		agent(NewBot{
			Name: "Orion", StrategyType: "mean_reversion", RiskLevel: trading.RiskMedium, Timeframe: market.FiveMinutes, Symbols: []string{"BTCUSD", "ETHUSD", "SOLUSD"},
			Description: "The balanced agent. Bets on the way back after a coin has gone too far within a day, and risks one " +
				"percent. It wins often and little; a strong trend costs it several trades in a row.",
			Parameters: numbers{"bandPeriod": 150, "bandWidth": 2.5, "rsiPeriod": 30, "oversold": 42, "overbought": 58, "atrPeriod": 50, "stopAtr": 8},
		}, AgentOrion),
		agent(NewBot{
			Name: "Nova", StrategyType: "momentum", RiskLevel: trading.RiskHigh, Timeframe: market.Minute, Symbols: []string{"SOLUSD", "XRPUSD", "ADAUSD"},
			Description: "The aggressive agent. Goes with moves of an hour that gain speed, minute by minute, and risks two " +
				"percent. Its results swing widely, and costs weigh on it because it trades often.",
			Parameters: numbers{"fastPeriod": 40, "slowPeriod": 100, "signalPeriod": 40, "rocPeriod": 60, "leastMove": 6, "atrPeriod": 60, "stopAtr": 10, "targetAtr": 20},
		}, AgentNova),
	}
}

// HouseBots is the catalogue of a platform that wants to show what there is: every strategy, every level of
// risk and every timeframe, the agents among them.
func HouseBots() []HouseBot {
	bots := append(HouseAgents(),
		house(NewBot{
			Name: "Minute Breakout", StrategyType: "breakout", RiskLevel: trading.RiskMedium, Timeframe: market.Minute, Symbols: []string{"BTCUSD", "ETHUSD"},
			Description: "Enters when a coin leaves the range of its last three hours. Most breaks fail; it lives from the few " +
				"that run.",
			Parameters: numbers{"entryPeriod": 200, "exitPeriod": 100, "atrPeriod": 50, "stopAtr": 10, "targetAtr": 20},
		}),
		house(NewBot{
			Name: "Quick Reversal", StrategyType: "mean_reversion", RiskLevel: trading.RiskLow, Timeframe: market.Minute, Symbols: []string{"BTCUSD", "ETHUSD", "SOLUSD"},
			Description: "Fades moves of large coins that have gone too far within three hours, with small risk.",
			Parameters:  numbers{"bandPeriod": 200, "bandWidth": 3, "rsiPeriod": 40, "oversold": 42, "overbought": 58, "atrPeriod": 60, "stopAtr": 10},
		}),
		house(NewBot{
			Name: "Pulse", StrategyType: "momentum", RiskLevel: trading.RiskHigh, Timeframe: market.Minute, Symbols: []string{"BTCUSD", "SOLUSD"},
			Description: "Joins moves that gain speed within minutes. It is busy, and its costs show.",
			Parameters:  numbers{"fastPeriod": 30, "slowPeriod": 90, "signalPeriod": 30, "rocPeriod": 40, "leastMove": 7, "atrPeriod": 40, "stopAtr": 8, "targetAtr": 20},
		}),
		house(NewBot{
			Name: "Crypto Trend Five", StrategyType: "trend", RiskLevel: trading.RiskMedium, Timeframe: market.FiveMinutes, Symbols: []string{"BTCUSD", "ETHUSD", "SOLUSD", "XRPUSD", "ADAUSD"},
			Description: "Follows trends of five coins that last for half a day, long and short.",
			Parameters:  numbers{"fastPeriod": 50, "slowPeriod": 150, "atrPeriod": 50, "stopAtr": 6, "targetAtr": 15},
		}),
		house(NewBot{
			Name: "Range Breaker", StrategyType: "breakout", RiskLevel: trading.RiskHigh, Timeframe: market.FiveMinutes, Symbols: []string{"ETHUSD", "SOLUSD"},
			Description: "Enters when a coin leaves its range of half a day and leaves when it falls back.",
			Parameters:  numbers{"entryPeriod": 150, "exitPeriod": 60, "atrPeriod": 50, "stopAtr": 6, "targetAtr": 18},
		}),
		house(NewBot{
			Name: "Hourly Momentum", StrategyType: "momentum", RiskLevel: trading.RiskMedium, Timeframe: market.Hour, Symbols: []string{"BTCUSD", "ETHUSD"},
			Description: "Goes with hourly moves of the two largest coins.",
		}),
		house(NewBot{
			Name: "Equity Swing", StrategyType: "mean_reversion", RiskLevel: trading.RiskMedium, Timeframe: market.Day, Symbols: []string{"AAPL", "MSFT", "NVDA", "SPY"},
			Description: "Bets on the way back after daily moves of large American companies and of the whole market, and " +
				"holds for days.",
		}),
		house(NewBot{
			Name: "Currency Drift", StrategyType: "breakout", RiskLevel: trading.RiskLow, Timeframe: market.Day, Symbols: []string{"EURUSD", "GBPUSD", "AUDUSD"},
			Description: "Goes with currencies that leave the range of a month. Currencies move little, so its positions are " +
				"large for what they risk.",
			Parameters: numbers{"entryPeriod": 20, "exitPeriod": 10},
		}),
		house(NewBot{
			Name: "Long Horizon", StrategyType: "trend", RiskLevel: trading.RiskLow, Timeframe: market.Day, Symbols: []string{"BTCUSD", "ETHUSD"},
			Description: "Follows daily trends of coins for weeks. It makes few trades a year.",
		}),
	)
	for i := range bots {
		switch bots[i].Name {
		case "Pulse":
			bots[i].Status, bots[i].StatusReason = BotPaused, statusReasons[BotPaused]
		case "Range Breaker":
			bots[i].Status, bots[i].StatusReason = BotStopped, statusReasons[BotStopped]
		}
	}
	return append(bots, proof)
}

// proof stands on models. While they have not proved themselves the runner halts it, so it begins active.
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

// house is a bot of the house that runs.
func house(bot NewBot) HouseBot { return HouseBot{NewBot: bot, Status: BotActive} }

// InstallBots adds bots of the platform in their states, as if they had been created at a moment, the first of
// them last so that a list begins with it. Agents that are there, under whatever name, and others whose names are
// taken stay as they are, so any number of processes may install the same at once. It returns all of them, in
// the order given. It fails as CreateBot does.
func (s *Service) InstallBots(ctx context.Context, at time.Time, wanted ...HouseBot) ([]*Bot, error) {
	installed := make([]*Bot, len(wanted))
	for i, house := range wanted {
		bot, err := s.newBot(identity.Platform, house.NewBot, at.Add(-time.Duration(i)*time.Millisecond))
		if err != nil {
			return nil, err
		}
		bot.Agent, bot.Status, bot.StatusReason = house.Agent, house.Status, house.StatusReason
		err = s.db.InTx(ctx, func(tx *database.Tx) error {
			installed[i] = bot
			added, err := s.addBot(ctx, tx, bot)
			if err == nil && !added {
				installed[i], err = installedBot(ctx, tx, house)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return installed, nil
}
