return Accelerator.Service.Hosting.ServiceCommand.Run(args, Console.Error);
