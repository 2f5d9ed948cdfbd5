namespace Accelerator.Jobs.Tests.Ledger;

/// <summary>A fact of the ledger's contract. The group postgresql has an attribute of the same name that requires the server.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class LedgerFactAttribute : FactAttribute;
