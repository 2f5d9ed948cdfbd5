using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;

namespace Accelerator.Cli.Tune;

/// <summary>By which a computer is changed, beside its settings.</summary>
/// <param name="Restarter">Restarts its adapters.</param>
/// <param name="Timer">Sets back what nobody confirms.</param>
/// <param name="Links">Its interfaces as they are now.</param>
internal sealed record TuneControl(IAdapterRestarter Restarter, IRollbackTimer Timer, Func<IReadOnlyList<LinkFacts>> Links);
